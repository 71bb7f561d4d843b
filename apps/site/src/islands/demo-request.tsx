import { DemoRequest as Request } from '@stridewell/web/features/site/demo-request.tsx';
import { DemoSteps as Steps } from '@stridewell/web/features/site/demo-steps.tsx';
import { island } from '../parts/island.tsx';
import { leaveFor } from '../parts/leave-for.ts';

export const DemoSteps = island(Steps);
export const DemoRequest = island(() => <Request onDone={() => void leaveFor('/schedule-demo-confirmed')} />);
