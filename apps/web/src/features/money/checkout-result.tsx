import { Box } from '@mantine/core';
import type { CheckoutStatus } from '@stridewell/contract/money/money.online.rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { money } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { checkoutQuery, ownMoneyQuery } from './money.queries.ts';

const TEXTS: Record<Exclude<CheckoutStatus, 'paid'>, string> = {
  open: 'Your payment has not arrived yet. Some banks take a few days. You do not need to pay again.',
  failed: "Your bank declined the payment, so it didn't go through. Pay again, or talk to your coach.",
  expired: 'This payment was not finished, and nothing was charged. You can pay the invoice below.',
  refused: 'The payment could not be matched to your invoice. Please talk to your coach before you pay again.',
};
const POLL_MS = 4000;

/** Result of the payment from which the client returns. */
export function CheckoutResult({ checkoutId }: { checkoutId: string }) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...checkoutQuery(checkoutId),
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? POLL_MS : false),
  });
  const status = data?.status;
  useEffect(() => {
    if (status && status !== 'open') void client.invalidateQueries({ queryKey: ownMoneyQuery().queryKey });
  }, [client, status]);
  if (!data) return null;
  const isPaid = data.status === 'paid';
  return (
    <Box maw={680} mx="auto" mb="lg">
      <Notice tone={isPaid ? 'info' : 'warning'} role="status">
        {data.status === 'paid'
          ? `Thank you. Your payment of ${money(data.amountCents, data.currency)} has arrived.`
          : TEXTS[data.status]}
      </Notice>
    </Box>
  );
}
