"""Hidden-movement games by correspondence: rules, seals, and the audit that joins them."""
