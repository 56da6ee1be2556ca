"""Lets a test call functions of a client: one JSON object per line, in and out."""

import asyncio
import json
import os
import sys


async def serve(functions):
    # What a client prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    lines = asyncio.StreamReader(limit=2**20)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    running = set()

    async def answer(call):
        try:
            result = {"result": await functions[call["name"]](*call["args"])}
        except Exception as error:
            code = getattr(error, "code", None)
            words = getattr(error, "message", None) or str(error)
            result = {"error": {"type": type(error).__name__, "code": code, "words": words}}
        print(json.dumps({"id": call["id"], **result}), file=answers, flush=True)

    print(json.dumps({"id": 0, "result": None}), file=answers, flush=True)
    while line := await lines.readline():
        task = asyncio.create_task(answer(json.loads(line)))
        running.add(task)
        task.add_done_callback(running.discard)
