"""Commands that run on after the call that started them, one after the other, with one log; status of them for later calls."""
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from recipe.common.failures import RecipeError

KIT = Path(__file__).with_name('kit.py')
SECONDS = 0.5
LINES = 40


class Background:
    """The log and the process of the commands of one work folder."""

    def __init__(self, work):
        self.folder = work.folder / 'background'
        self.log, self.state = self.folder / 'commands.log', self.folder / 'state.json'

    def read(self):
        return json.loads(self.state.read_text()) if self.state.exists() else None

    def running(self):
        """Whether the commands are still at work; a process that only waits to be collected is not."""
        state = self.read()
        status = Path(f'/proc/{state["process"]}/stat') if state else None
        return bool(status and status.exists() and status.read_text().rpartition(')')[2].split()[0] != 'Z' and 'code' not in state)

    def start(self, commands):
        """commands: lists of arguments of kit.py. They run in a session of their own."""
        if self.running():
            raise RecipeError('commands are running in the background already: see status')
        self.folder.mkdir(parents=True, exist_ok=True)
        self.state.unlink(missing_ok=True)
        with self.log.open('ab') as log:
            process = subprocess.Popen([sys.executable, str(KIT), 'chain', '--work', str(self.folder.parent), '--', *joined(commands)],
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        self.write({'process': process.pid})
        return process.pid

    def write(self, state):
        temporary = self.state.with_suffix('.part')
        temporary.write_text(json.dumps(state))
        os.replace(temporary, self.state)

    def chain(self, commands):
        """Runs commands one after the other until one fails. -> its exit code"""
        code = 0
        for command in commands:
            print(f'== {" ".join(command)}', flush=True)
            whole = [sys.executable, str(KIT), *command, '--work', str(self.folder.parent)]
            code = subprocess.run(whole, stdin=subprocess.DEVNULL).returncode
            if code:
                break
        print(f'== ended with exit code {code}', flush=True)
        self.write({'process': os.getpid(), 'code': code})
        return code

    def status(self, wait, say):
        """Says the log, for `wait` seconds or until the commands have ended. -> 0 ended well or still running, 1 failed or killed"""
        if self.read() is None:
            raise RecipeError('nothing was started in the background')
        end = time.monotonic() + wait
        shown = max(0, len(self.lines()) - LINES)
        while True:
            alive, lines = self.running(), self.lines()
            for line in lines[shown:]:
                say(line)
            shown = len(lines)
            if not alive or time.monotonic() >= end:
                break
            time.sleep(min(SECONDS, max(0, end - time.monotonic())))
        if alive:
            say('== still running')
            return 0
        code = self.read().get('code')
        say('== killed: start the same commands again, they go on' if code is None else f'== ended, exit code {code}')
        return 0 if code == 0 else 1

    def lines(self):
        return self.log.read_text(encoding='utf-8', errors='replace').splitlines()


def joined(commands):
    """Commands as one list, -- between them."""
    return [part for i, command in enumerate(commands) for part in (['--'] if i else []) + command]


def split(arguments):
    """The inverse of joined."""
    commands = [[]]
    for argument in arguments:
        if argument == '--':
            commands.append([])
        else:
            commands[-1].append(argument)
    return [command for command in commands if command]
