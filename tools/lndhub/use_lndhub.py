"""The package lndhub 0.0.2, as its reader would use it: prints what it got as JSON."""

import json
import sys

from lndhub import Wallet
from lndhub.exceptions import LndHubException

wallet = Wallet(sys.argv[1])
made = wallet.create_invoice(21, "Coffee")
refused = None
try:
    wallet.create_invoice(0)
except KeyError as error:
    # It knows the codes up to 7 only.
    refused = str(error)
except LndHubException as error:
    refused = type(error).__name__
print(
    json.dumps(
        {
            "balance": wallet.get_balance(),
            "info": wallet.get_info(),
            "made": made,
            "invoices": wallet.get_invoices(),
            "transactions": wallet.get_transactions(),
            "pending": wallet.get_pending_transactions(),
            "decoded": wallet.decode_invoice(made["payment_request"]),
            "addresses": wallet.get_btc_addresses(),
            "refused": refused,
        }
    )
)
