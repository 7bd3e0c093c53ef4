"""`paperchase completion`."""

import click
from click.shell_completion import get_completion_class

from paperchase_client.options import command
from paperchase_client.world import App


@command(
    "completion",
    "paperchase completion bash >> ~/.bashrc",
    "paperchase completion zsh >> ~/.zshrc",
    "paperchase completion fish > ~/.config/fish/completions/paperchase.fish",
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def run(app: App, shell: str) -> None:
    """Print the completion script for a shell."""
    kind = get_completion_class(shell)
    assert kind is not None
    root = click.get_current_context().find_root().command
    script = kind(root, {}, "paperchase", "_PAPERCHASE_COMPLETE").source()
    app.screen.result({"shell": shell, "script": script}, script, exact=True)
