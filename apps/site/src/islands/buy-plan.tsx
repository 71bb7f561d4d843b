import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { BuyPlan } from '@stridewell/web/features/billing/buy-plan.tsx';
import type { Purchase } from '@stridewell/web/features/billing/checkout.tsx';
import { island } from '../parts/island.tsx';
import { leaveFor } from '../parts/leave-for.ts';
import { WithQueries } from '../parts/with-queries.tsx';

const setUp = ({ plan, sessionId }: Purchase) =>
  leaveFor(`/account-setup?${new URLSearchParams({ session_id: sessionId, plan })}`);

/** The button of a paid plan for visitors, who set up their account after the payment. */
export default island(({ plan }: { plan: PaidPlan }) => (
  <WithQueries>
    <BuyPlan plan={plan} forAccount={false} onPaid={setUp} />
  </WithQueries>
));
