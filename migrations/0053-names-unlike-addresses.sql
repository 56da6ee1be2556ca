-- Others read the name that people give themselves beside their address. So a name holds no at sign
-- and no dot that separates parts: src/access/name.ts refuses them. These are their forms. Dots
-- within words stay, as Catalan (U+00B7) and Japanese (U+30FB) have them.
update wallet_user set name = nullif(btrim(regexp_replace(
    regexp_replace(
      name,
      '[@\uff20\ufe6b\u24b6\u24d0\uaa5c\u0387\u2022\u2027\u2219\u22c5\u2e31\uff65]'
      '|\u00b7(?!l)|(?<!l)\u00b7|\u30fb(?![\u3005-\u9fff])|(?<![\u3005-\u9fff])\u30fb',
      ' ', 'gi'),
    '\s+', ' ', 'g')), '')
  where name ~ '[@\uff20\ufe6b\u24b6\u24d0\uaa5c\u0387\u2022\u2027\u2219\u22c5\u2e31\uff65\u00b7\u30fb]';
