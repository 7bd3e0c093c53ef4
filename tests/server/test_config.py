"""Flag before environment before file before default."""

import pytest

from paperchase.errors import MalformedError, RefusedError
from paperchase.keys import Master
from paperchase_server import keyfile
from paperchase_server.config import ServerConfig


def test_defaults():
    config = ServerConfig.from_env({})
    assert config == ServerConfig()
    assert config.host == "127.0.0.1"
    assert str(config.key_file) == "paperchase.sqlite.key"
    assert config.names == ["localhost", "127.0.0.1", "[::1]"]


def test_precedence(tmp_path):
    file = tmp_path / "server.toml"
    file.write_text('port = 1\nthreads = 2\nworkers = 3\nhosts = ["a.example"]\n')
    env = {"PAPERCHASED_CONFIG": str(file), "PAPERCHASED_PORT": "4", "PAPERCHASED_THREADS": "5"}
    config = ServerConfig.from_env(env | {"OTHER": "x"}, {"port": 6, "db": None})
    assert (config.port, config.threads, config.workers) == (6, 5, 3)
    assert config.names == ["localhost", "127.0.0.1", "[::1]", "a.example"]
    other = tmp_path / "other.toml"
    other.write_text("port = 9")
    assert ServerConfig.from_env(env, {"config": str(other)}).port == 4
    assert ServerConfig.from_env({}, {"config": str(other)}).port == 9


def test_names():
    assert ServerConfig(hosts=("*",)).names is None
    assert "10.0.0.1" in (ServerConfig(host="10.0.0.1").names or ())
    assert "0.0.0.0" not in (ServerConfig(host="0.0.0.0").names or ())
    config = ServerConfig.from_env({"PAPERCHASED_HOSTS": "a.example, b.example"})
    assert config.hosts == ("a.example", "b.example")
    assert str(ServerConfig(db="sqlite:////x/y.db").key_file) == "/x/y.db.key"
    assert str(ServerConfig(key="z").key_file) == "z"


@pytest.mark.parametrize(
    "env",
    [
        {"PAPERCHASED_PROT": "1"},
        {"PAPERCHASED_PORT": "many"},
        {"PAPERCHASED_PORT": "-1"},
        {"PAPERCHASED_CONFIG": "/nowhere/x.toml"},
    ],
)
def test_mistakes_are_named(env):
    with pytest.raises(MalformedError):
        ServerConfig.from_env(env)


@pytest.mark.parametrize("text", ["port = true", "port = 1.5", "db = 1", "hosts = 1", "port ="])
def test_mistakes_in_the_file(tmp_path, text):
    file = tmp_path / "server.toml"
    file.write_text(text)
    with pytest.raises(MalformedError):
        ServerConfig.from_env({}, {"config": str(file)})


def test_the_key_file(tmp_path):
    path = tmp_path / "key"
    keyfile.write(path, Master(b"k" * 32))
    assert path.stat().st_mode & 0o777 == 0o600
    assert keyfile.read(path) == Master(b"k" * 32)
    with pytest.raises(RefusedError, match="nothing was changed"):
        keyfile.write(path, Master(b"z" * 32))
    assert keyfile.read(path) == Master(b"k" * 32)
    path.chmod(0o644)
    with pytest.raises(RefusedError, match="chmod 600"):
        keyfile.read(path)
    with pytest.raises(RefusedError, match="init"):
        keyfile.read(tmp_path / "none")
    with pytest.raises(RefusedError, match="cannot make"):
        keyfile.write(tmp_path / "none" / "key", Master(b"z" * 32))


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "ключ"])
def test_no_key_file(tmp_path, text):
    path = tmp_path / "key"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(MalformedError):
        keyfile.read(path)
