import { Code } from '../parts/Examples.tsx';
import { VERIFY_WEBHOOK, type VerifyLanguage } from '../text/verify-webhook.ts';

const LANGUAGES = Object.keys(VERIFY_WEBHOOK) as VerifyLanguage[];

/** How a receiver tells that a message comes from this service. */
export function VerifyCode() {
  return <Code summary="Verify a message in code" languages={LANGUAGES} of={(language) => VERIFY_WEBHOOK[language]} />;
}
