import { DemoSteps } from '@stridewell/web/features/site/demo-steps.tsx';
import { island } from '../parts/island.tsx';

export default island(DemoSteps);
