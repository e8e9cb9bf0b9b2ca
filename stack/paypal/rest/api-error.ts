import { ids, type Link } from '../values.ts';

export interface ErrorDetail {
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'query';
  issue: string;
  description: string;
}

/** An error answer of PayPal's API. Routes throw it, and the app sends it. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 415 | 422 | 429 | 500 | 503;
  readonly body: Record<string, unknown>;

  constructor(status: ApiError['status'], body: Record<string, unknown>) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/** 400: the request is malformed. */
export function invalidRequest(details: ErrorDetail[]): ApiError {
  return failure(
    400,
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
    details,
  );
}

function failure(
  status: ApiError['status'],
  name: string,
  message: string,
  details: ErrorDetail[] = [],
  links: Link[] = [],
): ApiError {
  const first = details[0];
  const link = documentation(first ? `orders/v2/#error-${first.issue}` : 'overview/#error');
  const body = { name, message, debug_id: ids.debug(), links: [link, ...links] };
  return new ApiError(status, first ? { ...body, details } : body);
}

function documentation(path: string): Link {
  return {
    href: `https://developer.paypal.com/docs/api/${path}`,
    rel: 'information_link',
    method: 'GET',
  };
}

/** 400: a transaction report has too many records. */
export function resultSetTooLarge(total: number, maximum: number): ApiError {
  return new ApiError(400, {
    name: 'RESULTSET_TOO_LARGE',
    message: 'Result set size is greater than the maximum limit. Change the filter criteria and try again.',
    information_link:
      'https://developer.paypal.com/docs/api/transaction-search/v1/#error-RESULTSET_TOO_LARGE',
    total_items: total,
    maximum_items: maximum,
    debug_id: ids.debug(),
  });
}

/** 422: the request breaks a business rule. */
export function unprocessable(issue: string, description: string, field?: string, links?: Link[]): ApiError {
  return failure(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    [field === undefined ? { issue, description } : { field, issue, description }],
    links,
  );
}

/** 404: no resource has the id. */
export function notFound(field?: string): ApiError {
  return failure(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    {
      ...(field === undefined ? {} : { field }),
      issue: 'INVALID_RESOURCE_ID',
      description: 'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ]);
}

/** 403: the token may not make the call. */
export function notAuthorized(): ApiError {
  return failure(403, 'NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.', [
    {
      issue: 'PERMISSION_DENIED',
      description: 'You do not have permission to access or perform operations on this resource.',
    },
  ]);
}

/** 401: there is no valid Authorization header. */
export function authenticationFailure(): ApiError {
  return failure(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  );
}

/** 409: the first request with the same PayPal-Request-Id is not answered yet. */
export function previousRequestInProgress(): ApiError {
  return failure(
    409,
    'RESOURCE_CONFLICT',
    'The server has detected a conflict while processing this request.',
    [
      {
        issue: 'PREVIOUS_REQUEST_IN_PROGRESS',
        description: 'A previous request on this resource is in progress. Try again later.',
      },
    ],
  );
}

/** 429: the caller sends too many requests. */
export function rateLimitReached(): ApiError {
  return failure(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.');
}

/** 415: the content type is not JSON. */
export function unsupportedMediaType(): ApiError {
  return failure(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The server does not support the request payload media type.',
  );
}

export function internalError(): ApiError {
  return failure(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.');
}

export function serviceUnavailable(): ApiError {
  return failure(503, 'SERVICE_UNAVAILABLE', 'Service Unavailable.');
}

interface LegacyDetail {
  field: string;
  issue: string;
}

/** 400 of the v1 payments API: the request is malformed. */
export function validationError(details: readonly LegacyDetail[]): ApiError {
  return legacyError(400, 'VALIDATION_ERROR', 'Invalid request. See details.', details);
}

/** Error of the v1 payments API, which has an older shape. */
export function legacyError(
  status: 400 | 404 | 409,
  name: string,
  message: string,
  details?: readonly LegacyDetail[],
): ApiError {
  return new ApiError(status, {
    name,
    message,
    ...(details && { details }),
    information_link: `https://developer.paypal.com/docs/api/payments/v1/#error-${name}`,
    debug_id: ids.debug(),
  });
}
