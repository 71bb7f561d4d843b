import { alertThreshold } from '@stridewell/contract/jobs/jobs';
import { z } from 'zod';

/** The form of an alert. It loads when an operator begins with it. */
export const threshold = z.object({ threshold: alertThreshold });
