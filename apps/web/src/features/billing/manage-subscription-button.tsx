import { Button } from '@mantine/core';
import { codeOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { billingMessage } from './billing.messages.ts';
import { useCustomerPortal } from './billing.queries.ts';

const FAILED = 'Failed to open subscription management. Please try again.';
const LOG_IN = 'Please log in to manage your subscription.';

/** Opens the subscription at the payment service in a new tab. */
export default function ManageSubscriptionButton() {
  const portal = useCustomerPortal();

  async function open() {
    if (portal.isPending) return;
    // Browsers block tabs that open after a request, so the tab opens first and gets its address later.
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
