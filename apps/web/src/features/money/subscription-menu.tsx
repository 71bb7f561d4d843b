import type { ClientSubscription } from '@stridewell/contract/money/money';
import {
  IconDots,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { usePauseSubscription } from './money.queries.ts';
import { subscriptionText } from './money.wording.ts';

const EndDialog = late(async () => (await import('./end-subscription-dialog.tsx')).EndSubscriptionDialog);
const HistoryDialog = late(async () => (await import('./money-history.tsx')).HistoryDialog);
const PriceForm = late(async () => (await import('./subscription-form.tsx')).PriceForm);

type SubscriptionProps = { coachId: string; subscription: ClientSubscription; today: string };

/** Actions on a subscription. An ended one keeps its history. */
export function SubscriptionMenu({ coachId, subscription, today }: SubscriptionProps) {
  const pause = usePauseSubscription(coachId);
  const [changing, setChanging] = useState(false);
  const [ending, setEnding] = useState(false);
  const [looking, setLooking] = useState(false);
  const { id: subscriptionId, clientName, status } = subscription;
  const isPaused = status === 'paused';
  const toggle = () =>
    void pause.mutateAsync({ subscriptionId, paused: !isPaused }).then(
      (changed) =>
        toast.success(isPaused ? 'Subscription resumed' : 'Subscription paused', subscriptionText(changed, today)),
      (error: unknown) => toast.error('Nothing was changed', messageOf(error, 'Check your connection and try again.')),
    );
  const PauseIcon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <LateMenu
        position="bottom-end"
        target={(button) => (
          <IconButton {...button} size={32} label={`Actions for the subscription of ${clientName}`} icon={IconDots} />
        )}
      >
        {(Menu) => (
          <>
            {status !== 'ended' && (
              <>
                <Menu.Item
                  leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
                  onClick={() => setChanging(true)}
                >
                  Change price
                </Menu.Item>
                <Menu.Item leftSection={<PauseIcon size={18} stroke={1.75} aria-hidden />} onClick={toggle}>
                  {isPaused ? 'Resume' : 'Pause'}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconPlayerStop size={18} stroke={1.75} aria-hidden />}
                  onClick={() => setEnding(true)}
                >
                  End
                </Menu.Item>
              </>
            )}
            <Menu.Item
              leftSection={<IconHistory size={18} stroke={1.75} aria-hidden />}
              onClick={() => setLooking(true)}
            >
              History
            </Menu.Item>
          </>
        )}
      </LateMenu>
      {changing && <PriceForm coachId={coachId} subscription={subscription} onClose={() => setChanging(false)} />}
      {looking && (
        <HistoryDialog
          title={`Subscription of ${clientName}`}
          coachId={coachId}
          subjectId={subscriptionId}
          onClose={() => setLooking(false)}
        />
      )}
      {ending && (
        <EndDialog coachId={coachId} subscription={subscription} today={today} onClose={() => setEnding(false)} />
      )}
    </>
  );
}
