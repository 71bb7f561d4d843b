import type { Subscription } from '@stridewell/contract/billing/billing';
import { CHECKOUT_FAILED, type PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { billingMessage } from './billing.messages.ts';

const NO_SECRET = 'No client secret received from checkout service.';
const USED_TRIES = 8;
const USED_POLL_MS = 1000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Its message is shown to people. `subscribed`: the account pays for a plan already. */
export class CheckoutFailure extends Error {
  readonly subscribed: boolean;
  constructor(message: string, subscribed = false) {
    super(message);
    this.subscribed = subscribed;
  }
}

async function createCheckout(plan: PaidPlan, email: string) {
  try {
    const checkout = await rpc.functions.createCheckout({ plan, email, embedded: true });
    if (checkout.client_secret) return checkout;
  } catch (error) {
    const subscribed = error instanceof Error && 'code' in error && error.code === 'ALREADY_SUBSCRIBED';
    throw new CheckoutFailure(billingMessage(error, CHECKOUT_FAILED), subscribed);
  }
  throw new CheckoutFailure(NO_SECRET);
}

/** The secret of one checkout. Each `opening` of the dialog creates a new one and drops it on closing. */
export const checkoutSecretQuery = (plan: PaidPlan, email: string, opening: number) =>
  queryOptions({
    queryKey: ['billing', 'checkout', opening, plan],
    queryFn: async () => {
      try {
        return await createCheckout(plan, email);
      } catch (error) {
        toast.error('Error', error instanceof Error ? error.message : CHECKOUT_FAILED);
        throw error;
      }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });

export const sandboxCheckoutQuery = (clientSecret: string) =>
  queryOptions({
    ...orpc.billing.getSandboxCheckout.queryOptions({ input: { clientSecret } }),
    staleTime: 0,
    gcTime: 0,
  });

export const usePaySandboxCheckout = () =>
  useMutation({
    mutationFn: (input: Parameters<typeof rpc.billing.paySandboxCheckout>[0]) => rpc.billing.paySandboxCheckout(input),
  });

/** Waits until the account of a signed-in buyer has the plan. False when that takes too long. */
export async function waitUntilUsed(sessionId: string): Promise<boolean> {
  for (let tries = 0; tries < USED_TRIES; tries += 1) {
    if (tries > 0) await pause(USED_POLL_MS);
    // The payment is done, so a lost answer must not end the wait.
    const purchase = await rpc.billing.getCheckout({ sessionId }).catch(() => null);
    if (purchase?.status === 'used') return true;
  }
  return false;
}

export const subscriptionQuery = () =>
  queryOptions({
    ...orpc.billing.getSubscription.queryOptions(),
    staleTime: 0,
    retry: 1,
  });

export const planChangeQuery = (plan: PaidPlan) =>
  queryOptions({ ...orpc.billing.previewPlanChange.queryOptions({ input: { plan } }), staleTime: 0, gcTime: 0 });

/** A mutation that returns the new subscription, which replaces the cached one. */
function useSubscriptionChange<Input>(send: (input: Input) => Promise<Subscription>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (subscription) => client.setQueryData(subscriptionQuery().queryKey, subscription),
  });
}

export const useChangePlan = () => useSubscriptionChange((plan: PaidPlan) => rpc.billing.changePlan({ plan }));
export const useCancelSubscription = () => useSubscriptionChange(() => rpc.billing.cancelSubscription());
export const useResumeSubscription = () => useSubscriptionChange(() => rpc.billing.resumeSubscription());
export const useUpdateCard = () =>
  useSubscriptionChange((card: Parameters<typeof rpc.billing.updateCard>[0]) => rpc.billing.updateCard(card));

export const useCustomerPortal = () => useMutation({ mutationFn: () => rpc.functions.customerPortal() });
