import { PLANS, type Plan } from '@stridewell/contract/billing.rules';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import classes from './account-setup.module.css';
import { PLAN_WORDS, seatWords } from './billing.wording.ts';

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
    <div className={classes.split}>
      <div className={classes.main}>
        <h1>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
      <aside className={classes.plan} aria-label="Your plan">
        <h2>{label}</h2>
        <p className={classes.price}>
          {monthlyCents === 0 ? <strong>Free</strong> : <strong>{money(monthlyCents)}</strong>}
          {monthlyCents > 0 && <span> a month</span>}
        </p>
        <ul>
          {[seatWords(plan), ...PLAN_WORDS[plan].brings].map((text) => (
            <li key={text}>
              <IconCheck size={18} stroke={2} aria-hidden />
              {text}
            </li>
          ))}
        </ul>
        {sessionId !== undefined && <p className={classes.session}>Session ...{sessionId.slice(-8)}</p>}
      </aside>
    </div>
  );
}
