import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import type { Account } from '@stridewell/contract/accounts/accounts';
import { monthlyFeeCents } from '@stridewell/contract/billing/billing.invoices.rules';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import { type OperatorRole, operatorMay } from '@stridewell/contract/operator/operator.rules';
import { zoneName } from '@stridewell/contract/time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countLabel, longDate, money, timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Fact } from '../../ui/fact.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { AccountActions } from './account-actions.tsx';
import { AccountSessions } from './account-sessions.tsx';
import classes from './accounts.module.css';
import { accountQuery } from './accounts.queries.ts';
import { coachingLabel, EXPORT_LABELS, exceptionsOf, kindText, STATUS_LABELS } from './accounts.wording.ts';
import { ErasureNotice } from './erasure-notice.tsx';

type AccountPageProps = {
  userId: string;
  operatorRole: OperatorRole;
  /** More about a coach, below the account. */
  aboutCoach: ReactNode;
  /** Entries of the audit log about the account. */
  activity: ReactNode;
  /** The session now shows what the coach sees. */
  onView: () => Promise<unknown>;
};

/** Facts about an account, and the actions of an operator on it. */
export function AccountPage({ userId, operatorRole, aboutCoach, activity, onView }: AccountPageProps) {
  const { data: account } = useSuspenseQuery(accountQuery(userId));
  return (
    <Stack gap="lg">
      <PageHeader
        title={account.fullName}
        lead={`${kindText(account)}, ${account.email}`}
        actions={<AccountActions account={account} operatorRole={operatorRole} onView={onView} />}
      />
      {account.erasureDueAt && (
        <ErasureNotice
          account={account}
          dueAt={account.erasureDueAt}
          mayCancel={operatorMay(operatorRole, 'support')}
        />
      )}
      <Exceptions account={account} />
      <div className={classes.columns}>
        <Stack gap="lg">
          <PersonCard account={account} />
          {account.plan && <BillingCard account={account} plan={account.plan} />}
          <CoachingsCard account={account} />
          {account.coachStatus && aboutCoach}
        </Stack>
        <Stack gap="lg">
          <AccountSessions account={account} mayEnd={operatorMay(operatorRole, 'support')} />
          {activity}
        </Stack>
      </div>
    </Stack>
  );
}

function Exceptions({ account }: { account: Account }) {
  const texts = exceptionsOf(account, useTimeZone());
  if (texts.length === 0) return null;
  return (
    <Group gap="xs">
      {texts.map((text) => (
        <Badge key={text} variant="default">
          {text}
        </Badge>
      ))}
    </Group>
  );
}

function PersonCard({ account }: { account: Account }) {
  const timeZone = useTimeZone();
  const { coachStatus, lastSignInAt } = account;
  return (
    <SectionCard
      title="Person"
      aside={
        coachStatus && (
          <Anchor
            renderRoot={(props) => (
              <Link to="/operator/coach-approval" search={{ status: coachStatus, coach: account.userId }} {...props} />
            )}
          >
            Open in Coach Approval
          </Anchor>
        )
      }
    >
      <dl className={classes.facts}>
        <Fact label="Email">{account.emailVerified ? 'Verified' : 'Not verified'}</Fact>
        {coachStatus && <Fact label="Status">{STATUS_LABELS[coachStatus]}</Fact>}
        <Fact label="Joined">{longDate(account.joinedAt, timeZone)}</Fact>
        <Fact label="Last sign-in">{lastSignInAt ? timeAgo(lastSignInAt, timeZone) : 'Not recorded'}</Fact>
        <Fact label="Two-factor sign-in">{account.twoFactorEnabled ? 'On' : 'Off'}</Fact>
        <Fact label="Time zone">{zoneName(account.timeZone)}</Fact>
        <Fact label="Units">{account.unitSystem === 'metric' ? 'Metric' : 'Imperial'}</Fact>
        <Fact label="ID">
          <Text span size="sm">
            {account.userId}
          </Text>
        </Fact>
        {account.export && <CopyFact copy={account.export} askedBy={account.exportAskedBy} />}
      </dl>
    </SectionCard>
  );
}

type CopyFactProps = { copy: NonNullable<Account['export']>; askedBy: string | null };

/** How the copy of the person's data stands. Only the person can download it. */
function CopyFact({ copy: { status, askedAt, expiresAt }, askedBy }: CopyFactProps) {
  const timeZone = useTimeZone();
  return (
    <Fact label="Data copy">
      {EXPORT_LABELS[status]}
      {expiresAt && ` until ${longDate(expiresAt, timeZone)}`}
      <Muted>
        Requested by {askedBy ?? 'the account holder'} on {longDate(askedAt, timeZone)}
      </Muted>
    </Fact>
  );
}

type BillingCardProps = { account: Account; plan: NonNullable<Account['plan']> };

function BillingCard({ account, plan }: BillingCardProps) {
  const timeZone = useTimeZone();
  const { subscription, graceUntil, stripeCustomerId } = account;
  return (
    <SectionCard title="Plan and payments">
      <Stack gap="md">
        <dl className={classes.facts}>
          <Fact label="Plan">{PLANS[plan].label}</Fact>
          <Fact label="Subscription">
            {subscription ? subscription.status.replaceAll('_', ' ') : plan === 'base' ? 'None' : 'Complimentary'}
          </Fact>
          {subscription && (
            <Fact label={subscription.cancelAtPeriodEnd ? 'Ends on' : 'Renews on'}>
              {longDate(subscription.currentPeriodEnd, timeZone)}
            </Fact>
          )}
          {subscription && (
            <Fact label="Monthly fee">{money(monthlyFeeCents(subscription.plan, subscription.clients))}</Fact>
          )}
          {graceUntil && <Fact label="Grace until">{longDate(graceUntil, timeZone)}</Fact>}
          <Fact label="Clients in plan">
            {subscription ? `${subscription.clients} now, ` : ''}
            {account.includedClients} included
          </Fact>
          {stripeCustomerId && (
            <Fact label="Customer">
              <Text span size="sm">
                {stripeCustomerId}
              </Text>
            </Fact>
          )}
        </dl>
        {subscription && subscription.invoices.length > 0 && (
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Invoices">
            {subscription.invoices.map(({ id, number, createdAt, amountCents, status }) => (
              <Group component="li" key={id} justify="space-between" gap="xs">
                <Text>
                  Invoice {number}, {longDate(createdAt, timeZone)}
                </Text>
                <Text style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {money(amountCents)}, {status}
                </Text>
              </Group>
            ))}
          </Stack>
        )}
      </Stack>
    </SectionCard>
  );
}

function CoachingsCard({ account }: { account: Account }) {
  const timeZone = useTimeZone();
  const title = account.coachStatus ? 'Clients' : 'Coaches';
  const noun = account.coachStatus ? 'client' : 'coach';
  return (
    <SectionCard title={title}>
      {account.coachings.length === 0 ? (
        <Muted>{account.coachStatus ? 'This coach has no clients.' : 'This person has no coach.'}</Muted>
      ) : (
        <dl className={classes.facts}>
          {account.coachings.map(({ status, count, latestAt }) => (
            <Fact key={status} label={coachingLabel(status)}>
              {noun === 'client' ? countLabel(count, 'client') : count === 1 ? '1 coach' : `${count} coaches`}
              {latestAt && <Muted>Latest since {longDate(latestAt, timeZone)}</Muted>}
            </Fact>
          ))}
        </dl>
      )}
    </SectionCard>
  );
}
