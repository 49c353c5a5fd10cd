import { answer, html, scripted, type Hostile } from './hostile.ts';

// What the page has without its scripts is nothing, so giving up on them leaves no main content.
const SURVIVED = ['ok', 'extraction_failed', 'timeout', 'url_not_accessible'];
const fillsItself =
  'document.body.innerHTML = "<main><p>' +
  'The quarry was worked for many years by many people. '.repeat(20) +
  '</p></main>";';
const budgetMs = 6_000;

/** Pages whose scripts are the attack; each runs in the real browser. */
export const scripts: Hostile[] = [
  { name: 'a script without end', gives: SURVIVED, budgetMs, serve: scripted('while (true);') },
  {
    name: 'a script without end once the page is there',
    gives: SURVIVED,
    budgetMs,
    serve: scripted('setTimeout(() => { while (true); }, 100)'),
  },
  {
    name: 'a script that allocates without end',
    gives: SURVIVED,
    budgetMs: 10_000,
    serve: scripted('const all = []; while (true) all.push(new Array(1e6).fill(all.length));'),
  },
  {
    name: 'a script that fills buffers without end',
    gives: SURVIVED,
    budgetMs: 10_000,
    serve: scripted(
      'const all = []; setInterval(() => { for (let n = 0; n < 20; n += 1) all.push(new Uint8Array(1e7).fill(1)); }, 0);',
    ),
  },
  {
    name: 'a script that adds elements without end',
    gives: SURVIVED,
    budgetMs: 10_000,
    serve: scripted(
      'setInterval(() => { for (let n = 0; n < 10000; n += 1) document.body.append(document.createElement("p")); }, 0);',
    ),
  },
  {
    name: 'a document of 200,000 levels, by script',
    gives: SURVIVED,
    budgetMs: 10_000,
    serve: scripted(
      'let at = document.body; for (let n = 0; n < 200000; n += 1) at = at.appendChild(document.createElement("div")); at.textContent = "deep";',
    ),
  },
  {
    name: '30 million characters, by script',
    gives: SURVIVED,
    budgetMs: 10_000,
    serve: scripted('document.body.append("many words ".repeat(3e6))'),
  },
  {
    name: 'a page that navigates itself for ever',
    gives: SURVIVED,
    budgetMs,
    serve: scripted('location.href = "/" + Math.random();'),
  },
  {
    name: 'a page that reloads itself for ever',
    gives: SURVIVED,
    budgetMs,
    serve: scripted('setInterval(() => location.reload(), 50)'),
  },
  { name: 'alerts without end', gives: SURVIVED, budgetMs, serve: scripted('while (true) alert("hello");') },
  {
    name: 'alert, confirm and prompt before the text',
    gives: ['ok'],
    budgetMs,
    serve: scripted(`alert(1); confirm(2); prompt(3); print(); ${fillsItself}`),
  },
  {
    name: 'a page that does not want to be left',
    gives: ['ok'],
    budgetMs,
    serve: scripted(
      `addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; }); ${fillsItself}`,
    ),
  },
  {
    name: 'a page that is busy for ever when it is left',
    gives: ['ok'],
    budgetMs,
    serve: scripted(
      `for (const name of ["unload", "pagehide", "beforeunload"]) addEventListener(name, () => { while (true); }); ${fillsItself}`,
    ),
  },
  {
    name: 'a page that becomes a download',
    gives: SURVIVED,
    budgetMs,
    serve: (socket, path) => {
      if (path === '/') answer(socket, html, '<div id="root"></div><script>location.href = "/file"</script>');
      else
        answer(
          socket,
          { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="a.zip"' },
          Buffer.alloc(1_000_000),
        );
    },
  },
  {
    name: 'a thousand downloads',
    gives: SURVIVED,
    budgetMs,
    serve: scripted(
      `for (let n = 0; n < 1000; n += 1) { const a = document.createElement("a"); a.href = "data:application/zip,x" + n; a.download = n + ".zip"; a.click(); } ${fillsItself}`,
    ),
  },
  {
    name: 'a thousand windows',
    gives: SURVIVED,
    budgetMs,
    serve: scripted(`for (let n = 0; n < 1000; n += 1) open("/" + n); ${fillsItself}`),
  },
  {
    name: 'frames within frames',
    gives: SURVIVED,
    budgetMs,
    serve: (socket, path) =>
      answer(
        socket,
        html,
        `<div id="root"></div><iframe src="${path}a"></iframe><iframe src="${path}b"></iframe><script></script>`,
      ),
  },
  {
    name: 'a thousand workers',
    gives: SURVIVED,
    budgetMs,
    serve: scripted(
      `const url = URL.createObjectURL(new Blob(["while (true);"])); for (let n = 0; n < 1000; n += 1) new Worker(url); ${fillsItself}`,
    ),
  },
  {
    name: 'a flood of history entries',
    gives: SURVIVED,
    budgetMs,
    serve: scripted(
      `setInterval(() => { try { for (let n = 0; n < 500; n += 1) history.pushState(0, "", "#" + Math.random()); } catch {} }, 0); ${fillsItself}`,
    ),
  },
  {
    name: 'ten thousand requests',
    gives: SURVIVED,
    budgetMs,
    serve: scripted(`for (let n = 0; n < 10000; n += 1) fetch("/" + n).catch(() => {}); ${fillsItself}`),
  },
  {
    name: 'a request that waits for silence',
    gives: SURVIVED,
    budgetMs,
    serve: (socket, path) => {
      if (path === '/')
        answer(
          socket,
          html,
          `<div id="root"></div><script>const asked = new XMLHttpRequest(); asked.open("GET", "/never", false); asked.send();</script>`,
        );
    },
  },
  {
    name: 'a script that takes the page apart',
    gives: SURVIVED,
    budgetMs,
    serve: scripted(
      'document.open(); document.documentElement?.remove(); Object.defineProperty(window, "document", { value: null }); JSON.stringify = XMLSerializer = Node = null;',
    ),
  },
  {
    name: 'a page that turns into a blob',
    gives: SURVIVED,
    budgetMs,
    serve: scripted('location.href = URL.createObjectURL(new Blob(["<p>inside"], { type: "text/html" }));'),
  },
  {
    name: 'a page that crashes the renderer by its markup',
    gives: SURVIVED,
    budgetMs,
    serve: scripted('location.href = "chrome://crash"'),
  },
];
