#!/bin/sh
# Prints the signature that a delivery should have, using OpenSSL, to find out why one fails.
#
#   sh signature.sh whsec_… "$webhook_id" "$webhook_timestamp" < body
set -eu
key=$(printf %s "${1#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
{ printf '%s.%s.' "$2" "$3"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary |
  openssl base64 -A | sed 's/^/v1,/'
