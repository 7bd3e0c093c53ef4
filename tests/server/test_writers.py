"""The queue of writers and the lock between processes."""

import multiprocessing
import threading
import time
from typing import Any

import pytest

from paperchase.errors import PaperchaseError, RefusedError
from paperchase_server.writers import FileLock, WriteQueue


class Recorder:
    """A bracket that notes its batches, and can be held up."""

    def __init__(self):
        self.batches = []
        self.go = threading.Event()
        self.go.set()
        self.entered = threading.Event()

    def __call__(self, jobs):
        self.entered.set()
        self.go.wait(10)
        self.batches.append(len(jobs))
        for job in jobs:
            job()


def start(queue, *jobs):
    """Threads that run `jobs`, in line in this order; where their results will stand."""
    results: list[Any] = [None] * len(jobs)

    def run(index, job):
        try:
            results[index] = queue.run(job)
        except Exception as error:
            results[index] = error

    threads = []
    for index, job in enumerate(jobs):
        thread = threading.Thread(target=run, args=(index, job))
        thread.start()
        threads.append(thread)
        time.sleep(0.02)
    return threads, results


def finish(threads):
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


def test_the_result_of_a_job_comes_back():
    assert WriteQueue(Recorder(), 1).run(lambda: 7) == 7


def test_who_waits_shares_one_batch_in_the_order_of_arrival():
    bracket, order = Recorder(), []
    queue = WriteQueue(bracket, 5)
    bracket.go.clear()
    jobs = [lambda number=number: order.append(number) for number in range(6)]
    threads, _ = start(queue, *jobs)
    bracket.go.set()
    finish(threads)
    assert order == list(range(6))
    assert bracket.batches == [1, 5]


def test_a_refused_job_does_not_disturb_the_others():
    bracket = Recorder()
    queue = WriteQueue(bracket, 5)
    bracket.go.clear()

    def refuse():
        raise RefusedError("no", "taken")

    threads, results = start(queue, lambda: 1, refuse, lambda: 3)
    bracket.go.set()
    finish(threads)
    assert (results[0], results[2]) == (1, 3)
    assert isinstance(results[1], RefusedError)
    assert bracket.batches == [1, 2]


def test_after_a_failure_the_others_run_again_alone():
    bracket, runs = Recorder(), []
    queue = WriteQueue(bracket, 5)
    bracket.go.clear()

    def fail():
        raise ZeroDivisionError

    threads, results = start(queue, lambda: 1, lambda: runs.append(2), fail, lambda: 4)
    bracket.go.set()
    finish(threads)
    assert isinstance(results[2], ZeroDivisionError)
    assert results[3] == 4
    assert runs == [2, 2]
    assert bracket.batches == [1, 3, 1, 1, 1]


def test_a_locked_database_refuses_the_whole_batch_once():
    def bracket(jobs):
        raise RefusedError("locked", "busy")

    with pytest.raises(PaperchaseError, match="locked"):
        WriteQueue(bracket, 5).run(lambda: 1)


def test_patience_ends():
    bracket = Recorder()
    queue = WriteQueue(bracket, 0.1)
    bracket.go.clear()
    threads, results = start(queue, lambda: 1, lambda: 2, lambda: 3)
    time.sleep(0.3)
    bracket.go.set()
    finish(threads)
    assert results[0] == 1
    assert [error.code for error in results[1:]] == ["refused/busy", "refused/busy"]
    assert queue.run(lambda: 4) == 4


def test_many_threads_lose_nothing():
    bracket, done = Recorder(), []
    queue = WriteQueue(bracket, 10)

    def work(number):
        for turn in range(50):
            queue.run(lambda turn=turn: done.append((number, turn)))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    finish(threads)
    assert len(set(done)) == len(done) == 400
    assert sum(bracket.batches) == 400


def _hold(path, taken, release):
    with FileLock(path):
        taken.set()
        release.wait(10)


def test_one_process_at_a_time(tmp_path):
    context = multiprocessing.get_context("spawn")
    taken, release = context.Event(), context.Event()
    path = tmp_path / "lock"
    other = context.Process(target=_hold, args=(path, taken, release))
    other.start()
    assert taken.wait(10)
    lock, got = FileLock(path), threading.Event()

    def take():
        with lock:
            got.set()

    thread = threading.Thread(target=take)
    thread.start()
    assert not got.wait(0.2)
    release.set()
    assert got.wait(10)
    thread.join()
    other.join()
    lock.close()
    assert path.stat().st_mode & 0o777 == 0o600
