import assert from 'node:assert/strict';
import { wordsOf } from '../../../../services/text/words.ts';
import { isCommonPhrase } from '../../../../services/monitors/novelty/common-phrases.ts';

describe('boilerplate phrases of nearly every site', () => {
  const said = [
    '4 min read.',
    'Listen to this article.',
    'All rights reserved.',
    '(Reporting by A. Person; editing by B. Person)',
    'Sign up here for the daily newsletter.',
    'Follow us on social media.',
    'Read more on this topic.',
    'We use cookies to improve your visit.',
  ];
  for (const sentence of said) it(`include "${sentence}"`, () => assert.ok(isCommonPhrase(wordsOf(sentence))));

  const news = [
    'He will sign up for the army next week.',
    'All rights of the tenants were taken away by the court.',
    'The minister read the letter aloud.',
    'More people follow us than ever, the mayor said.',
    'Follow us on the long road to the north, past the mill and over the hill to the sea.',
  ];
  for (const sentence of news) it(`do not include "${sentence}"`, () => assert.ok(!isCommonPhrase(wordsOf(sentence))));
});
