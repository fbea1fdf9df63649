# A client of ‘mortise serve --web’ that is written with Python's websockets. Each line on standard input is a link and a
# count: it joins there, and makes so many of the changes that are left. Prints “joined ROLE”, “at 10” when the log has ten
# of them, “lost” when the connection breaks, and in the end “done NUMBER”, with the number of the log's last batch.
#   python3 client.py AUTHOR CHANGES
import asyncio
import functools
import http.client
import json
import sys
import urllib.parse

import websockets
from websockets.version import version


@functools.cache
def enter(link):
    """Shows the token of a link; returns the address of the WebSocket, and the cookie, to which the author belongs."""
    link = urllib.parse.urlsplit(link)
    connection = http.client.HTTPConnection(link.hostname, link.port)
    connection.request("POST", "/enter", link.fragment, {"Origin": f"http://{link.netloc}"})
    answer = connection.getresponse()
    path = answer.read().decode().strip()
    return f"ws://{link.netloc}{path}", answer.getheader("Set-Cookie").split(";")[0]


class Client:
    def __init__(self, author, changes):
        self.author, self.block, self.left = author, f"block of {author}", changes
        self.session = self.number = None
        self.count, self.pending = 0, []
        self.quota = self.confirmed = 0

    def next_edit(self):
        """A batch with a new block, and then with one text after the other."""
        self.count += 1
        self.left, self.quota = self.left - 1, self.quota - 1
        event = {"group": f"{self.author} {self.count}", "blockId": self.block}
        if self.count == 1:
            block = {"type": "text", "id": self.block, "x": 10, "y": 300, "fields": {"TEXT": "é 0"}}
            event |= {"type": "create", "ids": [self.block], "json": block}
        else:
            old, new = f"é {self.count - 2}", f"é {self.count - 1}"
            event |= {"type": "change", "element": "field", "name": "TEXT", "oldValue": old, "newValue": new}
        return {"type": "edit", "count": self.count, "events": [event]}

    async def send(self, socket, message):
        text = json.dumps(message, ensure_ascii=self.count % 2 == 0)
        # In one frame, or in two.
        await socket.send([text[:9], text[9:]] if self.count % 3 == 0 else text)

    async def go_on(self, socket):
        hello = {"type": "hello", "version": 1, "author": self.author, "name": self.author}
        if self.session:
            hello |= {"session": self.session, "number": self.number}
        await self.send(socket, hello)
        while self.left or self.pending:
            if self.is_in and len(self.pending) < 3 and self.left and self.quota:
                self.pending.append(self.next_edit())
                await self.send(socket, self.pending[-1])
                continue
            await self.receive(socket, json.loads(await socket.recv()))

    async def receive(self, socket, message):
        kind = message["type"]
        if kind in ("state", "resumed"):
            self.session, self.is_in = message["session"], True
            if kind == "state":
                self.number = message["program"]["number"]
                self.pending = [edit for edit in self.pending if edit["count"] > message["lastCount"]]
            print("joined", message["role"], flush=True)
            for edit in self.pending:
                if edit["count"] > message["lastCount"]:
                    await self.send(socket, edit)
        elif kind in ("applied", "confirmed"):
            assert message["number"] == self.number + 1, f"{message['number']} after {self.number}"
            self.number += 1
            if message.get("author", self.author) == self.author:
                assert self.pending.pop(0)["count"] == message["count"]
                self.confirmed += 1
                if self.confirmed == 10:
                    print("at 10", flush=True)
        else:
            assert kind in ("person", "gone", "saved", "chat", "bye"), message

    async def join(self, link, quota):
        self.is_in, self.quota, self.confirmed = False, quota, 0
        address, cookie = enter(link)
        headers = {("extra_headers" if int(version.split(".")[0]) < 14 else "additional_headers"): {"Cookie": cookie}}
        try:
            async with websockets.connect(address, **headers) as socket:
                await (await socket.ping())
                await self.go_on(socket)
        except (websockets.ConnectionClosed, OSError):
            print("lost", flush=True)


async def main():
    client = Client(sys.argv[1], int(sys.argv[2]))
    while client.left or client.pending:
        line = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        link, quota = line.split()
        await client.join(link, int(quota))
    print("done", client.number, flush=True)


asyncio.run(main())
