"""The relay of the package `nostr-sdk` (rust-nostr), unmodified: local_relay.py PORT"""

import asyncio
import sys

from calls import serve
from nostr_sdk import LocalRelayBuilder


async def main(port):
    relay = LocalRelayBuilder().addr("127.0.0.1").port(port).build()
    await relay.run()

    async def url():
        return str(await relay.url())

    await serve({"url": url})


asyncio.run(main(int(sys.argv[1])))
