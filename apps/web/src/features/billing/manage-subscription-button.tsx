import { Button } from '@mantine/core';
import { codeOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { billingMessage } from './billing.messages.ts';
import { useCustomerPortal } from './billing.queries.ts';

const FAILED = 'Failed to open subscription management. Please try again.';
const LOG_IN = 'Please log in to manage your subscription.';

/** Opens the place where a subscription is managed, in a tab of its own. */
export default function ManageSubscriptionButton() {
  const portal = useCustomerPortal();

  async function open() {
    if (portal.isPending) return;
    // Browsers block a tab that opens after an answer came; this one is there at once and waits for its address.
    const tab = window.open('', '_blank');
    try {
      const { url } = await portal.mutateAsync();
      if (tab) {
        tab.opener = null;
        tab.location.href = url;
      } else {
        window.location.assign(url);
      }
    } catch (error) {
      tab?.close();
      toast.error('Error', codeOf(error) === 'UNAUTHORIZED' ? LOG_IN : billingMessage(error, FAILED));
    }
  }

  return (
    <Button variant="default" size="md" loading={portal.isPending} onClick={() => void open()}>
      Manage Subscription
    </Button>
  );
}
