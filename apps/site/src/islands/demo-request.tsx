import { DemoRequest } from '@stridewell/web/features/site/demo-request.tsx';
import { island } from '../parts/island.tsx';
import { leaveFor } from '../parts/leave-for.ts';

export default island(() => <DemoRequest onDone={() => void leaveFor('/schedule-demo-confirmed')} />);
