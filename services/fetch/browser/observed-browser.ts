import type { Observer } from '../../telemetry/observer.ts';
import type { Browser } from './browser.ts';

/** The browser with its pages measured and traced. */
export function observedBrowser(browser: Browser, observer: Observer | undefined): Browser {
  if (!observer) return browser;
  return {
    ...browser,
    render: (url, signal, visit) =>
      observer.observe({ part: 'browser', name: 'render' }, () => browser.render(url, signal, visit), {
        ofResult: (rendered) => (rendered.status === 'refused' ? rendered.code : 'ok'),
      }),
  };
}
