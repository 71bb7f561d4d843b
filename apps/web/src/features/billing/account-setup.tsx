import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { AccountSetupForm } from './account-setup-form.tsx';
import { AccountSetupLayout } from './account-setup-layout.tsx';
import { PurchasedSetup } from './purchased-setup.tsx';

type AccountSetupProps = ({ plan: 'base'; sessionId: undefined } | { plan: PaidPlan; sessionId: string }) & {
  /** Leaves the page. Rejects when the new session cannot be loaded; the form shows the failure. */
  onSignedUp: () => Promise<void>;
};

/** Creates the account of a new coach: at once for the free plan, after the payment for the others. */
export function AccountSetup({ plan, sessionId, onSignedUp }: AccountSetupProps) {
  if (sessionId !== undefined) return <PurchasedSetup plan={plan} sessionId={sessionId} onSignedUp={onSignedUp} />;
  return (
    <AccountSetupLayout
      plan={plan}
      title="Welcome to the product!"
      lead="One form, then you can add your first client. No card needed."
    >
      <AccountSetupForm plan={plan} onSignedUp={onSignedUp} />
    </AccountSetupLayout>
  );
}
