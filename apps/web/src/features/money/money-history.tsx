import { Group, Stack, Text } from '@mantine/core';
import { AUDIT_ACTIONS } from '@stridewell/contract/audit/audit.rules';
import type { MoneyChange } from '@stridewell/contract/money/money';
import { BILLING_INTERVALS } from '@stridewell/contract/money/money.dates.rules';
import { useQuery } from '@tanstack/react-query';
import { momentLabel, money } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { moneyHistoryQuery } from './money.queries.ts';
import { priceText } from './money.wording.ts';

type Facts = MoneyChange['after'];

/** The amount of a change, with its interval where it has one. */
function amountIn(facts: Facts): string {
  const { amountCents, currency, interval } = facts ?? {};
  if (typeof amountCents !== 'number' || typeof currency !== 'string') return '';
  const every = BILLING_INTERVALS.find((name) => name === interval);
  return every ? priceText({ amountCents, currency, interval: every }) : money(amountCents, currency);
}

/** For example `$50.00 a month, before $40.00 a month`. */
function factsText({ before, after }: MoneyChange): string {
  const [was, is] = [amountIn(before), amountIn(after)];
  return [is, was && was !== is && `before ${was}`].filter(Boolean).join(', ');
}

function actorText({ actor, after }: MoneyChange): string {
  if (after?.automatic === true) return 'sent by the subscription';
  // The coach is the actor for a client whose account is deleted.
  if (after?.method === 'online') return 'by the client';
  return actor === 'coach' ? 'by you' : actor === 'client' ? 'by the client' : 'by the system';
}

type MoneyHistoryProps = { coachId: string; subjectId: string };

/** The changes to an invoice, a payment or a subscription, with time and author. */
export function MoneyHistory({ coachId, subjectId }: MoneyHistoryProps) {
  const timeZone = useTimeZone();
  return (
    <QueryBoundary
      query={useQuery(moneyHistoryQuery(coachId, subjectId))}
      failed="The history could not be loaded"
      skeleton={96}
      empty={<Muted>Changes from now on are listed here.</Muted>}
      isEmpty={({ entries }) => entries.length === 0}
    >
      {({ entries }) => (
        <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {entries.map((entry) => (
            <Group key={entry.id} component="li" justify="space-between" gap={4}>
              <div>
                <Text>{`${AUDIT_ACTIONS[entry.action]}, ${actorText(entry)}`}</Text>
                <Muted>{momentLabel(entry.at, timeZone)}</Muted>
              </div>
              <Text>{factsText(entry)}</Text>
            </Group>
          ))}
        </Stack>
      )}
    </QueryBoundary>
  );
}

export const HistoryDialog = ({
  title,
  onClose,
  ...of
}: MoneyHistoryProps & { title: string; onClose: () => void }) => (
  <Dialog opened title={title} onClose={onClose}>
    <MoneyHistory {...of} />
  </Dialog>
);
