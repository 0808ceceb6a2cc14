// test/api/routes/hostSpellings.ts
var INNER = [
  ...["127.0.0.1", "127.255.255.254", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
  ...["169.254.169.254", "100.64.0.1", "0.0.0.0", "192.0.0.8", "198.18.0.1", "224.0.0.1", "255.255.255.255"]
];
var INNER_V6 = [
  ...["::1", "0:0:0:0:0:0:0:1", "0000:0000:0000:0000:0000:0000:0000:0001", "::0001", "::0.0.0.1", "::"],
  ...[
    "fe80::1",
    "FE80::1",
    "febf::1",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "fdff::1",
    "ff02::1",
    "ff0e::1"
  ],
  ...[
    "2001:db8::1",
    "3fff::1",
    "2001::1",
    "2001:2::1",
    "2001:10::1",
    "100::1",
    "5f00::1",
    "4000::1",
    "64:ff9b::"
  ]
];
var numberOf = (address) => Buffer.from(address.split(".").map(Number)).readUInt32BE();
var hex = (value, digits) => value.toString(16).padStart(digits, "0");
function spellingsOf(address) {
  const number = numberOf(address);
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const [high, low] = [hex(number >>> 16, 4), hex(number & 65535, 4)];
  const inverted = ~number >>> 0;
  const inEach = (write) => [a, b, c, d].map(write).join(".");
  const wide = [...address].map((one) => one === "." ? "." : String.fromCodePoint(65296 + Number(one)));
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number, 8)}`,
    `0X${hex(number, 8).toUpperCase()}`,
    `0x000000${hex(number, 8)}`,
    `0${number.toString(8)}`,
    inEach((part) => `0x${hex(part, 2)}`),
    inEach((part) => `0${part.toString(8)}`),
    inEach((part) => `0000${part.toString(8)}`),
    `${a}.${number & 16777215}`,
    `${a}.${b}.${c << 8 | d}`,
    `0x${hex(a, 2)}.${b}.0${c.toString(8)}.${d}`,
    `0x${hex(a, 2)}.${number & 16777215}`,
    address.replaceAll(".", "%2e"),
    `%3${address.charAt(0)}${address.slice(1)}`,
    // Mapped, compatible, translated (RFC 6052, RFC 8215, RFC 2765), 6to4, Teredo, ISATAP.
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:FFFF:${high}:${low}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[::ffff:0:${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:5db8:d70e:0:0:${hex(inverted >>> 16, 4)}:${hex(inverted & 65535, 4)}]`,
    `[2606:2800:220:1:0:5efe:${high}:${low}]`,
    `[::1%25lo]`,
    // Digits and dots of other scripts, which a name's normalization turns into ours.
    wide.join(""),
    wide.join("").replaceAll(".", "\uFF0E"),
    address.replaceAll(".", "\u3002"),
    // Whose host is which is a matter of the parser.
    `user@${address}`,
    `hooks.test@${address}`,
    `hooks.test:443@${address}`,
    `hooks.test\\@${address}`,
    `${address}\\@hooks.test`,
    `@${address}`,
    ` ${address}`,
    `${address}	`,
    `${address.slice(0, 3)}
${address.slice(3)}`,
    `\0${address}`,
    `${address}\x7F`,
    `\xAD${address}`,
    `\u200B${address}`
  ];
}
export {
  INNER,
  INNER_V6,
  spellingsOf
};
//# sourceMappingURL=hostSpellings.js.map
