import { AccountSetupForm, type SetupExits } from './account-setup-form.tsx';
import { AccountSetupLayout } from './account-setup-layout.tsx';
import type { Setup } from './billing.setup.ts';
import { PurchasedSetup } from './purchased-setup.tsx';

/** Creates the account of a new coach: at once for the free plan, after the payment for the others. */
export function AccountSetup({ plan, sessionId, ...exits }: Setup & SetupExits) {
  if (sessionId !== undefined) {
    return <PurchasedSetup plan={plan} sessionId={sessionId} {...exits} />;
  }
  return (
    <AccountSetupLayout
      plan={plan}
      title="Welcome to the product!"
      lead="One form, then you can add your first client. No card needed."
    >
      <AccountSetupForm plan={plan} {...exits} />
    </AccountSetupLayout>
  );
}
