/**
 * The blocks of IPv6 that the registries have given to regional ones: all other addresses of 2000::/3 belong to no host.
 * Source: IANA, "IPv6 Global Unicast Address Assignments" (iana.org/assignments/ipv6-unicast-address-assignments), as of
 * 2016-01-28, with the blocks allocated since then, of which each has its date. What the special-purpose registry sets aside
 * within them (RFC 6890) is refused by its range.
 */
export const ALLOCATED_IPV6: readonly string[] = [
  ...['2001:200::/23', '2001:400::/23', '2001:600::/23', '2001:800::/22', '2001:c00::/22', '2001:1200::/23'],
  ...['2001:1400::/22', '2001:1800::/22', '2001:1c00::/22', '2001:2000::/19'],
  ...[
    '2001:4000::/21',
    '2001:4800::/22',
    '2001:4c00::/23',
    '2001:5000::/20',
    '2001:8000::/19',
    '2001:a000::/19',
  ],
  ...['2003::/18', '2400::/12', '2600::/12', '2610::/23', '2620::/23', '2800::/12', '2a00::/12', '2c00::/12'],
  // 2019-06-05 RIPE NCC, 2019-11-06 ARIN, 2024 APNIC. 2001:2000::/19 took in three smaller blocks of RIPE NCC on 2019-03-12.
  ...['2a10::/12', '2630::/12', '2410::/12'],
];

/** Addresses of public blocks that a cloud answers inside a machine (Azure: WireServer, "What is IP address 168.63.129.16"). */
export const INSIDE_CLOUDS: ReadonlySet<string> = new Set(['168.63.129.16']);
