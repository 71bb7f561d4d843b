import { Card, Stack, Text } from '@mantine/core';
import type { OperatorOverview } from '@stridewell/contract/operator/operator';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { disputeText, needText } from './operator.wording.ts';

type Need = { key: string; text: string; detail?: string; link: Pick<LinkProps, 'to' | 'search' | 'params'> };

/** Waiting decisions, each with its rows. */
function needsOf({ disputes, failedPayments, ...needs }: OperatorOverview['needs'], timeZone: string): Need[] {
  const { approvals, contacts, failedJobs, failedMails, failedWebhooks } = needs;
  const counted: (Omit<Need, 'text'> & { count: number | null; text: [one: string, many: string] })[] = [
    {
      key: 'approvals',
      count: approvals,
      link: { to: '/operator/coach-approval' },
      text: ['coach awaiting approval', 'coaches awaiting approval'],
    },
    {
      key: 'contacts',
      count: contacts,
      link: { to: '/operator/contacts' },
      text: ['contact awaiting reply', 'contacts awaiting reply'],
    },
    {
      key: 'webhooks',
      count: failedWebhooks,
      link: { to: '/operator/jobs', search: { tab: 'webhooks', event: 'failed' } },
      text: ['payment event failed', 'payment events failed'],
    },
    {
      key: 'mails',
      count: failedMails,
      link: { to: '/operator/jobs', search: { tab: 'mail', status: 'failed' } },
      text: ['email could not be delivered', 'emails could not be delivered'],
    },
    {
      key: 'jobs',
      count: failedJobs,
      link: { to: '/operator/jobs' },
      text: ['background job failed', 'background jobs failed'],
    },
  ];
  return [
    ...(disputes ?? []).map((dispute) => ({
      key: dispute.id,
      ...disputeText(dispute, timeZone),
      link: dispute.coach
        ? ({ to: '/operator/accounts/$userId', params: { userId: dispute.coach.coachId } } as const)
        : ({ to: '/operator/accounts' } as const),
    })),
    ...counted.flatMap(({ count, text, ...need }) => (count ? [{ ...need, text: needText(count, text) }] : [])),
    ...(failedPayments ?? []).map(({ coachId, fullName, since }) => ({
      key: coachId,
      text: `Payment failed for ${fullName}`,
      detail: `Since ${timeAgo(since, timeZone)}`,
      link: { to: '/operator/accounts/$userId', params: { userId: coachId } } as const,
    })),
  ];
}

/** Decisions that wait for the operator, with links to exactly those rows. */
export function DecisionList({ needs }: Pick<OperatorOverview, 'needs'>) {
  const timeZone = useTimeZone();
  const waiting = needsOf(needs, timeZone);
  if (waiting.length === 0) {
    return (
      <EmptyState title="Nothing needs a decision" role="status">
        Disputes, approvals, contacts, failed payments, events, jobs and emails will appear here.
      </EmptyState>
    );
  }
  return (
    <Card padding={0} component="section" aria-label="Needs a decision">
      <Stack component="ul" gap={0} m={0} p={0} className={rows.divided} style={{ listStyle: 'none' }}>
        {waiting.map(({ key, text, detail, link }) => (
          <li key={key}>
            <Link {...link} className={rows.link}>
              <Stack gap={0} flex={1} miw={0}>
                <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {text}
                </Text>
                {detail && <Muted component="span">{detail}</Muted>}
              </Stack>
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
