"""The package `nostrwalletconnect`, as an app uses it: use_nostrwalletconnect.py URI"""

import asyncio
import dataclasses
import sys

from calls import serve
from nostrwalletconnect import NWCClient
from nostrwalletconnect.connection import NWCConnection


async def main(uri):
    read = NWCConnection.parse(uri)

    async def in_turn(name, *args, **named):
        # A socket of this client reads for one call at a time.
        async with NWCClient(uri, timeout=10) as client:
            return dataclasses.asdict(await getattr(client, name)(*args, **named))

    async def link():
        return {"relays": [read.relay], "wallet": read.wallet_pubkey}

    await serve(
        {
            "link": link,
            "info": lambda: in_turn("get_info"),
            "balance": lambda: in_turn("get_balance"),
            "make": lambda amount, words: in_turn("make_invoice", amount, words),
            "pay": lambda invoice: in_turn("pay_invoice", invoice),
            "look_up": lambda payment_hash: in_turn("lookup_invoice", payment_hash),
            "list": lambda: in_turn("list_transactions", limit=20),
        }
    )


asyncio.run(main(sys.argv[1]))
