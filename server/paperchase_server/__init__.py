"""The turn server: stores what players sign, plays the dealer, trusts nobody."""
