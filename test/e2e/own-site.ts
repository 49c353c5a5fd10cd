import type { RealInput } from './shared-data.ts';

const filler =
  'People who lived nearby worked there for many years, and much was written about them and about the ships that came. ';

const page = (title: string, fact: string) =>
  `<!doctype html><title>${title}</title><nav><a href="/">Home</a></nav><main><article><h1>${title}</h1><p>${fact}</p><p>${filler.repeat(5)}</p></article></main>`;

/** Stands in for the real input where the checkout has none beside it: small, written for this test. */
export const ownInput: RealInput = {
  documents: Array.from({ length: 200 }, (_, n) => ({
    url: `https://eval.example.com/d/${n}`,
    title: `Quarry ${n}`,
    text: `Quarry number ${n} is ${100 + n} feet deep. ${n === 29 ? 'Heated aeroelastic models of high speed aircraft obey similarity laws.' : filler}`,
  })),
  search: {
    query: 'what similarity laws must be obeyed by aeroelastic models of aircraft',
    relevant: ['https://eval.example.com/d/29'],
  },
  pages: {
    'ars-1.html': page(
      'Minecraft exploit',
      'Ammar Askar, a developer based in Pakistan, published an exploit that crashes Minecraft servers.',
    ),
    'nytimes-1.html': page('Sudan sanctions', 'The American government plans to lift trade sanctions against Sudan.'),
    'bbc-1.html': page('Gun laws', 'President Obama told the BBC that gun laws were his biggest frustration.'),
  },
};
