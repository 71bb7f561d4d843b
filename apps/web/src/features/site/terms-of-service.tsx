import { product } from '../../lib/product.ts';
import { LegalPage } from './legal-page.tsx';
import { TERMS_SECTIONS } from './terms-sections.tsx';

const SUMMARY = [
  'Paid plans renew each month until you cancel; cancel anytime and keep the plan until the period you paid for ends.',
  'If your first paid plan is not for you, there is a 30-day money-back guarantee.',
  'What you and your clients enter stays yours, and you can take it with you.',
  'The software helps you coach. It gives no medical advice, and every AI draft needs your review.',
] as const;

/** The contract between the operator of the platform and who uses it. */
export function TermsOfService() {
  return (
    <LegalPage
      title="Terms of Service"
      lead={`What you can expect from ${product.name}, and what we expect from you, in plain words.`}
      back={{ to: '/coach-onboarding', label: 'Back to coach onboarding' }}
      summary={SUMMARY}
      sections={TERMS_SECTIONS}
    />
  );
}
