import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { BuyPlan } from '@stridewell/web/features/billing/buy-plan.tsx';
import type { Purchase } from '@stridewell/web/features/billing/checkout.tsx';
import { lazy } from 'react';
import { island } from '../parts/island.tsx';
import { leaveFor } from '../parts/leave-for.ts';

// Only the checkout asks the server.
const WithQueries = lazy(() => import('../parts/with-queries.tsx').then((module) => ({ default: module.WithQueries })));

const setUp = ({ plan, sessionId }: Purchase) =>
  leaveFor(`/account-setup?${new URLSearchParams({ session_id: sessionId, plan })}`);

/** The button of a paid plan for visitors, who set up their account after the payment. */
export default island(({ plan }: { plan: PaidPlan }) => (
  <BuyPlan plan={plan} forAccount={false} frame={WithQueries} onPaid={setUp} />
));
