import type { WebhookDelivery, WebhookEndpoint } from '@stridewell/contract/webhooks/webhooks';
import { FAILING_DAYS, type OffReason, SEND_PROBLEM_LABELS } from '@stridewell/contract/webhooks/webhooks.rules';

export const OFF_TEXTS: Record<OffReason, string> = {
  coach: 'You turned it off. Events that happen while it is off are never sent.',
  failing: `It failed for ${FAILING_DAYS} days, so it was turned off. Fix the address and turn it on again.`,
  gone: 'The address answered that it is gone (HTTP 410), so it was turned off.',
};

/** Without a color it has that of the brand. */
type Standing = { label: string; color?: string };

export function standingOf({ isOn, failingSince }: Pick<WebhookEndpoint, 'isOn' | 'failingSince'>): Standing {
  if (!isOn) return { label: 'Off', color: 'gray' };
  return failingSince ? { label: 'Failing', color: 'red' } : { label: 'On' };
}

export function deliveryStanding({ status, attempts }: Pick<WebhookDelivery, 'status' | 'attempts'>): Standing {
  if (status === 'delivered') return { label: 'Delivered' };
  if (status === 'failed') return { label: 'Failed', color: 'red' };
  return attempts > 0 ? { label: 'Retrying', color: 'yellow' } : { label: 'Waiting', color: 'gray' };
}

/** The latest attempt in words, like `HTTP 500`. */
export function answerText({ lastAttempt }: Pick<WebhookDelivery, 'lastAttempt'>): string {
  if (!lastAttempt) return 'Not sent yet';
  const { code, problem } = lastAttempt;
  return problem ? SEND_PROBLEM_LABELS[problem] : `HTTP ${code}`;
}
