#!/bin/bash
# /usr/local/bin/satchel (chmod 755): runs a command with the settings of the service, as its user.
set -euo pipefail
umask 077
while IFS= read -r setting; do
  export "${setting?}"
done < <(grep --extended-regexp '^[A-Z_]+=' /etc/satchel/satchel.env)
export SATCHEL_DATA_DIR=/var/lib/satchel
cd /var/lib/satchel
exec runuser --user satchel -- \
  /usr/bin/node /opt/satchel/node_modules/satchel/bin/satchel.js "$@"
