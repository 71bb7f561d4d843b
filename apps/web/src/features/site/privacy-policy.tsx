import { product } from '../../lib/product.ts';
import { LegalPage } from './legal-page.tsx';
import { PRIVACY_SECTIONS } from './privacy-sections.tsx';

const SUMMARY = [
  'We keep what coaching needs: your account, your coaching data and technical logs.',
  'A coach and a client see each other’s shared data. We never sell any of it.',
  'You can see, correct, export and delete your data.',
  'We set only the cookie that keeps you signed in.',
] as const;

/** How personal data is handled. */
export function PrivacyPolicy() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead={`What ${product.name} knows about you, why, who else sees it, and how you stay in charge of it.`}
      back={{ to: '/', label: 'Back to home' }}
      summary={SUMMARY}
      sections={PRIVACY_SECTIONS}
    />
  );
}
