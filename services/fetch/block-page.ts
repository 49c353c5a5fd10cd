import type { ExtractedDocument } from '../extract/facts/extraction.ts';

/** In words. A block page is short; an article about block pages is long. */
const MOST_WORDS_OF_A_BLOCK_PAGE = 120;
const MOST_WORDS_OF_A_LOGIN = 80;
const MOST_WORDS_OF_A_MISSING_PAGE = 100;

const BOT_TITLES =
  /^(just a moment|attention required|are you a (robot|human)|robot check|security check|human verification|verify you are human|pardon our interruption|ddos-guard|access (to this page has been )?denied)\b/i;
const BOT_TEXTS =
  /(verify (that )?you are (a )?human|checking (if the site connection is secure|your browser before)|complete the captcha|enable javascript and cookies to continue|unusual traffic from your|press (and|&) hold to confirm you are)/i;

const LOGIN_TITLES =
  /(^|[|:–-] ?)(log ?in|sign ?in|login required|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|accedi|entrar|inloggen|zaloguj się|войти|вход)( to [\w .]+)?( ?[|:–·-]|$)/i;
const LOGIN_TEXTS =
  /(you (must|need to|have to) (be logged in|log in|sign in)|please (log|sign) in to (continue|view|see|access|read)|(log|sign) in to (continue|view this)|sie müssen (angemeldet|eingeloggt) sein|bitte melden sie sich an, um|vous devez (être connecté|vous connecter)|debes? iniciar sesión para)/i;

const COOKIE_TEXTS =
  /(before you continue to|(accept|enable|allow) (all )?cookies (to|in order to) (continue|proceed|access|view|use)|(you must|please) (accept|enable|allow) (our )?cookies|cookies (must|need to) be enabled|mit werbung und cookies|(cookies|tracking) (akzeptieren|zustimmen),? um|accepter les cookies pour (continuer|accéder)|acepta(r)? las cookies para)/i;

const MISSING_TITLES =
  /^((error )?404( error)?( ?[-–|:·,]|$)|404 (page |error|file )?(not found)?$|(error )?404.{0,3}(page |file )?not found|(oops|sorry)[!,. ]+.{0,20}(page|404)|(the )?(page|file|document|content|article) (was )?(not|cannot be|could not be|can't be) found|(page|content|article) (no longer exists|does not exist|is unavailable)|not found$|(die )?seite (wurde )?nicht gefunden|page (introuvable|non trouvée)|página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden|nie znaleziono strony|страница не найдена|ページが見つかりません|页面不存在|找不到页面)/i;

/**
 * Why a page with status 200 is not the requested one, if so: a block page, or a "not found" page. Only a short page
 * with a clear sign counts; an article that mentions captchas, cookies or 404 is an article.
 */
export function noPageReason({
  title = '',
  markdown,
  wordCount,
  asksForPassword,
}: ExtractedDocument): string | undefined {
  const name = title.trim();
  if (wordCount <= MOST_WORDS_OF_A_BLOCK_PAGE && (BOT_TITLES.test(name) || BOT_TEXTS.test(markdown)))
    return 'the origin asks for a proof of being human';
  const isLogin = (asksForPassword === true && LOGIN_TITLES.test(name)) || LOGIN_TEXTS.test(markdown);
  if (wordCount <= MOST_WORDS_OF_A_LOGIN && isLogin) return 'the origin asks for a login';
  if (wordCount <= MOST_WORDS_OF_A_BLOCK_PAGE && COOKIE_TEXTS.test(markdown))
    return 'the origin asks for consent to cookies';
  const isMissing = MISSING_TITLES.test(name) || MISSING_TITLES.test(markdown.replace(/^#+\s*/, ''));
  if (wordCount <= MOST_WORDS_OF_A_MISSING_PAGE && isMissing) return 'the origin reports that the page does not exist';
  return undefined;
}
