import assert from 'node:assert/strict';
import { extractPage } from '../../../services/extract/extract-page.ts';
import { noPageReason } from '../../../services/fetch/block-page.ts';

const prose = 'The harbour was built in the winter of the great storm, when nobody else would work outside. ';
const verdict = (title: string, body: string) =>
  noPageReason(extractPage(`<title>${title}</title><main>${body}</main>`, 'https://example.com/'));
const form =
  '<form><p>User name and password, please.</p><input name="user"><input type="password" name="password"></form>';

describe('a page that is not the requested one', () => {
  const walls: Array<[what: string, title: string, body: string, why: string]> = [
    [
      'a proof of being human',
      'Just a moment...',
      '<p>Checking your browser before you go on.</p>',
      'the origin asks for a proof of being human',
    ],
    ['a login by its form and title', 'Sign in | Example', form, 'the origin asks for a login'],
    [
      'a login by what it says',
      'Example',
      '<p>You must be logged in to view this topic.</p>',
      'the origin asks for a login',
    ],
    [
      'a consent to cookies',
      'Example',
      '<h1>Before you continue to Example</h1><p>We use cookies.</p>',
      'the origin asks for consent to cookies',
    ],
    [
      'a missing page by its title',
      '404 Not Found',
      '<p>Sorry about that.</p>',
      'the origin reports that the page does not exist',
    ],
    [
      'a missing page by its heading',
      'Example',
      '<h1>Seite nicht gefunden</h1><p>Zur Startseite.</p>',
      'the origin reports that the page does not exist',
    ],
  ];
  for (const [what, title, body, why] of walls) {
    it(`is ${what}`, () => assert.equal(verdict(title, body), why));
  }

  const articles: Array<[about: string, title: string, body: string]> = [
    ['404', '404 pages that people remember', `<p>${prose.repeat(10)} Page not found is what most of them say.</p>`],
    [
      'cookies',
      'How to enable cookies',
      `<p>Please enable cookies to continue is what it says. ${prose.repeat(10)}</p>`,
    ],
    ['captchas', 'Verify you are human', `<p>Complete the captcha, they said. ${prose.repeat(10)}</p>`],
    ['logging in', 'Sign in with a key', `<p>You must be logged in to view this. ${prose.repeat(8)}</p>`],
    ['little, with a login beside it', 'Opening hours', `<p>Open from nine to five.</p>${form}`],
    ['a number', '404 metres below the sea', '<p>A short note.</p>'],
  ];
  for (const [about, title, body] of articles) {
    it(`is not an article about ${about}`, () => assert.equal(verdict(title, body), undefined));
  }

  const asksAlone: Array<[what: string, page: string, isLoginForm: boolean]> = [
    [
      'a form with labels and a heading',
      `<h1>Acme Portal</h1><form><label>Username</label><input name="u"><label>Password</label><input type="password"><label>Remember me on this computer</label><a href="/forgot">Forgot your password?</a></form><p>© 2024 Acme</p>`,
      true,
    ],
    [
      'fields in a box that is no form',
      `<div id="login"><div class="row"><span>User</span><input></div><div class="row"><span>Password</span><input type="PASSWORD"></div><a href="/go">Go</a></div>`,
      true,
    ],
    ['a form beside a sentence', `<p>Open from nine to five.</p>${form}`, false],
    ['a form beside an article', `<p>${prose.repeat(8)}</p>${form}`, false],
  ];
  for (const [what, page, isLoginForm] of asksAlone) {
    it(`is ${isLoginForm ? '' : 'not '}only a login form: ${what}`, () => {
      assert.equal(
        extractPage(`<title>Acme</title><body>${page}</body>`, 'https://example.com/').isLoginForm ?? false,
        isLoginForm,
      );
    });
  }
});
