/** Ways of a page to make its browser send something, by name: markup or script, given the target's origin. */
export const BROWSER_KINDS: Record<string, (origin: string, host: string) => string> = {
  'an image': (o) => `<img src="${o}/img"><img srcset="${o}/set 2x"><picture><source srcset="${o}/pic"></picture>`,
  'a script': (o) => `<script src="${o}/js"></script><script type="module" src="${o}/mjs"></script>`,
  'a style sheet': (o) =>
    `<link rel="stylesheet" href="${o}/css"><style>@import "${o}/import.css"; body { background: url("${o}/bg"); }</style>`,
  'a font': (o) =>
    `<style>@font-face { font-family: f; src: url("${o}/font"); } body { font-family: f; }</style><p>text`,
  fetch: (o) =>
    script(
      `for (const mode of ["cors", "no-cors"]) fetch("${o}/fetch", { mode }); fetch("${o}/late", { keepalive: true, method: "POST", body: "x" });`,
    ),
  XMLHttpRequest: (o) => script(`const asked = new XMLHttpRequest(); asked.open("GET", "${o}/xhr"); asked.send();`),
  'a WebSocket': (_o, host) =>
    script(`new WebSocket("ws://${host}/ws"); try { new WebSocket("wss://${host}:8443/ws"); } catch {}`),
  'an EventSource': (o) => script(`new EventSource("${o}/events");`),
  'a beacon': (o) => script(`navigator.sendBeacon("${o}/beacon", "x");`),
  'a ping': (o) => `<a id="a" href="#x" ping="${o}/ping">x</a>${script('document.getElementById("a").click();')}`,
  prefetch: (o) =>
    `<link rel="prefetch" href="${o}/prefetch"><link rel="prerender" href="${o}/prerender"><link rel="modulepreload" href="${o}/module"><link rel="preload" as="fetch" href="${o}/preload">`,
  preconnect: (o) => `<link rel="preconnect" href="${o}"><link rel="dns-prefetch" href="${o}">`,
  'speculation rules': (o) =>
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${o}/spec"]}],"prerender":[{"source":"list","urls":["${o}/spec2"]}]}</script>`,
  'an icon and a manifest': (o) => `<link rel="icon" href="${o}/icon"><link rel="manifest" href="${o}/manifest">`,
  'a frame': (o) => `<iframe src="${o}/frame"></iframe><iframe srcdoc="<img src='${o}/srcdoc'>"></iframe>`,
  'a frame of data': (o) =>
    `<iframe src="data:text/html,<script>fetch('${o}/data')</script><img src='${o}/data-img'>"></iframe>`,
  'an object and an embed': (o) => `<object data="${o}/object"></object><embed src="${o}/embed">`,
  'video and audio': (o) =>
    `<video src="${o}/video" poster="${o}/poster" autoplay></video><audio src="${o}/audio" autoplay></audio><video><track src="${o}/track" default></video>`,
  'a worker': (o) =>
    script(`new Worker(URL.createObjectURL(new Blob(["fetch('${o}/worker'); importScripts('${o}/import')"])));`),
  'a shared worker': (o) =>
    script(`new SharedWorker(URL.createObjectURL(new Blob(["fetch('${o}/shared'); importScripts('${o}/import')"])));`),
  'a service worker': (o) => script(`navigator.serviceWorker?.register("/sw?" + encodeURIComponent("${o}"));`),
  'import()': (o) => script(`import("${o}/import").catch(() => {});`),
  'a form in a frame': (o) =>
    `<iframe name="f"></iframe><form id="q" method="post" target="f" action="${o}/form"><input name="a" value="b"></form>${script('document.getElementById("q").submit();')}`,
  'a form': (o) =>
    `<form id="q" method="post" action="${o}/form"><input name="a" value="b"></form>${script('document.getElementById("q").submit();')}`,
  'a window': (o) => script(`open("${o}/popup"); open("${o}/noopener", "_blank", "noopener");`),
  'a refresh': (o) => `<meta http-equiv="refresh" content="0;url=${o}/refresh">`,
  'a change of location': (o) => script(`location.href = "${o}/location";`),
  'STUN and TURN': (_o, host) =>
    script(`for (const scheme of ["stun:", "turn:"]) for (const transport of ["", "?transport=udp", "?transport=tcp"]) {
    try { const peer = new RTCPeerConnection({ iceServers: [{ urls: scheme + "${host}:3478" + (scheme === "turn:" ? transport : ""), username: "a", credential: "b" }] }); peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer)); } catch {} }`),
  'a candidate of the other side': (_o, host) =>
    script(`const peer = new RTCPeerConnection(); peer.createDataChannel("x"); peer.createOffer().then(async (offer) => { await peer.setLocalDescription(offer);
    const other = new RTCPeerConnection(); await other.setRemoteDescription(offer); const answer = await other.createAnswer(); await peer.setRemoteDescription(answer);
    for (const kind of ["udp 1 ${host} 3478 typ host", "tcp 1 ${host} 80 typ host tcptype passive"]) await peer.addIceCandidate({ candidate: "candidate:1 1 " + kind, sdpMid: "0", sdpMLineIndex: 0 }).catch(() => {}); });`),
  WebTransport: (_o, host) => script(`new WebTransport("https://${host}:443/wt").ready.catch(() => {});`),
  'a redirect of what the page loads': (o) =>
    `<script src="/to?${encodeURIComponent(`${o}/redirected.js`)}"></script><iframe src="/to?${encodeURIComponent(`${o}/redirected`)}"></iframe>${script(`fetch("/to?" + encodeURIComponent("${o}/redirected-fetch"));`)}`,
  'a redirect of the page': (o) => script(`location.href = "/to?" + encodeURIComponent("${o}/redirected-page");`),
  'other schemes': (_o, host) =>
    `<iframe src="file:///etc/passwd"></iframe><iframe src="ftp://${host}/"></iframe><iframe src="chrome://version"></iframe><iframe src="view-source:http://${host}/"></iframe>${script(`for (const url of ["ftp://${host}/x", "file:///etc/passwd", "chrome://net-internals", "gopher://${host}/"]) fetch(url).catch(() => {});`)}`,
  'its debugging port': () =>
    script(
      'for (const port of [9222, 9229]) { fetch("http://127.0.0.1:" + port + "/json").catch(() => {}); new WebSocket("ws://127.0.0.1:" + port); }',
    ),
  'reports of violations': (o) =>
    `<meta http-equiv="content-security-policy" content="img-src 'none'; report-uri ${o}/csp"><img src="x">`,
  'a picture drawn by script': (o) =>
    script(
      `new Image().src = "${o}/image"; const svg = new Image(); svg.src = "data:image/svg+xml," + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><image href="${o}/svg"/></svg>'); document.body.append(svg);`,
    ),
  'an XSLT and an SVG': (o) =>
    `<svg><use href="${o}/use#a"></use><image href="${o}/svg-image"></image></svg><iframe src="data:text/xml,<?xml-stylesheet type='text/xsl' href='${o}/xslt'?><a/>"></iframe>`,
};

/** A page goes to one place only. */
const NAVIGATIONS = new Set(['a form', 'a refresh', 'a change of location', 'a redirect of the page']);

/** The page of a kind, for all targets, or one of them in turn where the page itself goes there. */
export function browserPage(kind: string): string {
  const place = Object.keys(BROWSER_KINDS).indexOf(kind) % BROWSER_TARGETS.length;
  const targets = NAVIGATIONS.has(kind) ? BROWSER_TARGETS.slice(place, place + 1) : BROWSER_TARGETS;
  return pageOf(kind, targets);
}

/** A public address of its own for each kind: that it is reached shows that the page does ask. */
export const controlAddress = (kind: string) => `1.1.1.${Object.keys(BROWSER_KINDS).indexOf(kind) + 1}`;

export const controlPage = (kind: string) => pageOf(kind, [[`http://${controlAddress(kind)}`, controlAddress(kind)]]);

const pageOf = (kind: string, targets: ReadonlyArray<readonly [origin: string, host: string]>) =>
  `<!doctype html><title>x</title><body>${targets.map(([origin, host]) => BROWSER_KINDS[kind]?.(origin, host)).join('')}`;

function script(text: string): string {
  return `<script>try { ${text} } catch {}</script>`;
}

/** What the pages reach for, as an origin and as a host. */
const BROWSER_TARGETS = [
  ['http://169.254.169.254', '169.254.169.254'],
  ['http://127.0.0.1', '127.0.0.1'],
  ['http://[::1]:8080', '[::1]'],
  ['http://10.0.0.1', '10.0.0.1'],
  ['http://v4-192-168-0-1.example', 'v4-192-168-0-1.example'],
] as const;
