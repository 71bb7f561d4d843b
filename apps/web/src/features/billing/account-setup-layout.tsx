import { Box, Paper, Text, Title } from '@mantine/core';
import { PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { PLAN_WORDS, seatWords } from './billing.wording.ts';
import { CheckList } from './check-list.tsx';
import classes from './pricing.module.css';

type AccountSetupLayoutProps = {
  plan: Plan;
  sessionId?: string;
  title: string;
  lead: string;
  children: ReactNode;
};

/** A step of the account setup, with the plan beside it. */
export function AccountSetupLayout({ plan, sessionId, title, lead, children }: AccountSetupLayoutProps) {
  const { label, monthlyCents } = PLANS[plan];
  return (
    <div className={classes.setup}>
      <div>
        <DisplayHeader title={title} lead={lead} />
        <Box mt={28}>{children}</Box>
      </div>
      <Paper component="aside" radius="lg" p={32} className={classes.deep} aria-label="Your plan">
        <Title order={2}>{label}</Title>
        <Text mb="lg" c="var(--quiet)">
          <Text span inherit ff="heading" fz={40} fw={650} lh={1.2} c="#f6fbf8">
            {monthlyCents === 0 ? 'Free' : money(monthlyCents)}
          </Text>
          {monthlyCents > 0 && ' a month'}
        </Text>
        <CheckList items={[seatWords(plan), ...PLAN_WORDS[plan].brings]} />
        {sessionId !== undefined && (
          <Text size="sm" mt="lg" c="var(--quiet)">
            Session ...{sessionId.slice(-8)}
          </Text>
        )}
      </Paper>
    </div>
  );
}
