"""The `datahub` command line in a fork of this process: a command without the second that its imports take."""

import os
import signal
import sys
import tempfile
import traceback

import datahub.entrypoints
import datahub.upgrade.upgrade

TIMEOUT = 60


class Failed(Exception):
    """A command that ended with another exit code than 0. Its text is what the user saw."""


def command(*args: str, stdin: str = "") -> str:
    """What a command printed and logged. @raises Failed"""
    return "".join(_outputs(args, stdin))


def printed(*args: str) -> str:
    """What a command printed, without its log. @raises Failed"""
    return _outputs(args, "")[0]


def _outputs(args: tuple, stdin: str) -> tuple:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as log, tempfile.TemporaryFile() as given:
        given.write(stdin.encode())
        given.seek(0)
        child = os.fork()
        if child == 0:
            _run(args, given.fileno(), output.fileno(), log.fileno())
        _, status = os.waitpid(child, 0)
        output.seek(0)
        log.seek(0)
        texts = output.read().decode(errors="replace"), log.read().decode(errors="replace")
    if status != 0:
        raise Failed(f"exit status {os.waitstatus_to_exitcode(status)}: {''.join(texts)}")
    return texts


def _run(args: tuple, stdin: int, output: int, log: int):
    code = 1
    try:
        signal.alarm(TIMEOUT)
        os.dup2(stdin, 0)
        os.dup2(output, 1)
        os.dup2(log, 2)
        sys.stdin, sys.stdout, sys.stderr = (open(fd, mode) for fd, mode in ((0, "r"), (1, "w"), (2, "w")))
        sys.argv = ["datahub", *args]
        # Asks a package index for newer versions.
        datahub.upgrade.upgrade.check_upgrade_post = lambda **_: None
        datahub.entrypoints.main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
