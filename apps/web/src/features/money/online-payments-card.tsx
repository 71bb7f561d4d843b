import { Button, List, Stack, Text } from '@mantine/core';
import type { OnlineState } from '@stridewell/contract/money/money.online.rules';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/errors.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { onlinePaymentsQuery, useConnectOnlinePayments } from './money.queries.ts';

const TEXTS: Record<OnlineState, string> = {
  unavailable: 'Card payments are not set up on this installation. You can record payments by hand.',
  none: 'Connect an account, and clients can pay open invoices by card. The money goes to you directly.',
  incomplete: 'Your account is not ready yet. Clients can pay by card once the payment service has what it needs.',
  ready: 'Clients can pay open invoices by card. Payments and refunds appear in your books automatically.',
};
const ACTIONS: Partial<Record<OnlineState, string>> = { none: 'Connect account', incomplete: 'Continue' };

/** The words of the provider for what is missing, like `individual.id_number`, as people read them. */
const missingText = (word: string): string => word.replaceAll(/[._]/g, ' ');

/** Whether clients can pay by card, and the way to make it so. */
export function OnlinePaymentsCard({ coachId }: { coachId: string }) {
  const connect = useConnectOnlinePayments(coachId);
  return (
    <SectionCard title="Payments by card">
      <QueryBoundary
        query={useQuery(onlinePaymentsQuery(coachId))}
        failed="The status of card payments could not be loaded"
        skeleton={96}
      >
        {({ state, isTest, missing }) => (
          <Stack gap="md" align="flex-start">
            <Text>{TEXTS[state]}</Text>
            {missing.length > 0 && (
              <div>
                <Muted>Still missing</Muted>
                <List size="sm">
                  {missing.map((word) => (
                    <List.Item key={word}>{missingText(word)}</List.Item>
                  ))}
                </List>
              </div>
            )}
            {isTest && <Muted>Test mode: nothing is charged, and only test cards work.</Muted>}
            <ProblemAlert text={connect.error && messageOf(connect.error, 'Nothing was changed. Please try again.')} />
            {ACTIONS[state] && (
              <Button
                loading={connect.isPending || connect.isSuccess}
                onClick={() =>
                  void connect.mutateAsync().then(
                    ({ url }) => leaveFor(url),
                    () => undefined,
                  )
                }
              >
                {ACTIONS[state]}
              </Button>
            )}
          </Stack>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}
