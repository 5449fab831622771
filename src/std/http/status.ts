/**
 * Stand-in for `@std/http/status` where the JSR registry can't be reached: the same names and values.
 *
 * @module
 */

/** HTTP status codes by name. */
export const STATUS_CODE = {
  /** 100 Continue */
  Continue: 100,
  /** 101 Switching Protocols */
  SwitchingProtocols: 101,
  /** 102 Processing */
  Processing: 102,
  /** 103 Early Hints */
  EarlyHints: 103,
  /** 200 OK */
  OK: 200,
  /** 201 Created */
  Created: 201,
  /** 202 Accepted */
  Accepted: 202,
  /** 203 Non Authoritative Info */
  NonAuthoritativeInfo: 203,
  /** 204 No Content */
  NoContent: 204,
  /** 205 Reset Content */
  ResetContent: 205,
  /** 206 Partial Content */
  PartialContent: 206,
  /** 207 Multi Status */
  MultiStatus: 207,
  /** 208 Already Reported */
  AlreadyReported: 208,
  /** 226 IM Used */
  IMUsed: 226,
  /** 300 Multiple Choices */
  MultipleChoices: 300,
  /** 301 Moved Permanently */
  MovedPermanently: 301,
  /** 302 Found */
  Found: 302,
  /** 303 See Other */
  SeeOther: 303,
  /** 304 Not Modified */
  NotModified: 304,
  /** 305 Use Proxy */
  UseProxy: 305,
  /** 307 Temporary Redirect */
  TemporaryRedirect: 307,
  /** 308 Permanent Redirect */
  PermanentRedirect: 308,
  /** 400 Bad Request */
  BadRequest: 400,
  /** 401 Unauthorized */
  Unauthorized: 401,
  /** 402 Payment Required */
  PaymentRequired: 402,
  /** 403 Forbidden */
  Forbidden: 403,
  /** 404 Not Found */
  NotFound: 404,
  /** 405 Method Not Allowed */
  MethodNotAllowed: 405,
  /** 406 Not Acceptable */
  NotAcceptable: 406,
  /** 407 Proxy Auth Required */
  ProxyAuthRequired: 407,
  /** 408 Request Timeout */
  RequestTimeout: 408,
  /** 409 Conflict */
  Conflict: 409,
  /** 410 Gone */
  Gone: 410,
  /** 411 Length Required */
  LengthRequired: 411,
  /** 412 Precondition Failed */
  PreconditionFailed: 412,
  /** 413 Content Too Large */
  ContentTooLarge: 413,
  /** 414 URI Too Long */
  URITooLong: 414,
  /** 415 Unsupported Media Type */
  UnsupportedMediaType: 415,
  /** 416 Range Not Satisfiable */
  RangeNotSatisfiable: 416,
  /** 417 Expectation Failed */
  ExpectationFailed: 417,
  /** 418 I'm a teapot */
  Teapot: 418,
  /** 421 Misdirected Request */
  MisdirectedRequest: 421,
  /** 422 Unprocessable Entity */
  UnprocessableEntity: 422,
  /** 423 Locked */
  Locked: 423,
  /** 424 Failed Dependency */
  FailedDependency: 424,
  /** 425 Too Early */
  TooEarly: 425,
  /** 426 Upgrade Required */
  UpgradeRequired: 426,
  /** 428 Precondition Required */
  PreconditionRequired: 428,
  /** 429 Too Many Requests */
  TooManyRequests: 429,
  /** 431 Request Header Fields Too Large */
  RequestHeaderFieldsTooLarge: 431,
  /** 451 Unavailable For Legal Reasons */
  UnavailableForLegalReasons: 451,
  /** 500 Internal Server Error */
  InternalServerError: 500,
  /** 501 Not Implemented */
  NotImplemented: 501,
  /** 502 Bad Gateway */
  BadGateway: 502,
  /** 503 Service Unavailable */
  ServiceUnavailable: 503,
  /** 504 Gateway Timeout */
  GatewayTimeout: 504,
  /** 505 HTTP Version Not Supported */
  HTTPVersionNotSupported: 505,
  /** 506 Variant Also Negotiates */
  VariantAlsoNegotiates: 506,
  /** 507 Insufficient Storage */
  InsufficientStorage: 507,
  /** 508 Loop Detected */
  LoopDetected: 508,
  /** 510 Not Extended */
  NotExtended: 510,
  /** 511 Network Authentication Required */
  NetworkAuthenticationRequired: 511,
} as const;

/** A registered HTTP status code. */
export type StatusCode = typeof STATUS_CODE[keyof typeof STATUS_CODE];

/** A text for every HTTP status code. */
export const STATUS_TEXT = {
  [STATUS_CODE.Continue]: "Continue",
  [STATUS_CODE.SwitchingProtocols]: "Switching Protocols",
  [STATUS_CODE.Processing]: "Processing",
  [STATUS_CODE.EarlyHints]: "Early Hints",
  [STATUS_CODE.OK]: "OK",
  [STATUS_CODE.Created]: "Created",
  [STATUS_CODE.Accepted]: "Accepted",
  [STATUS_CODE.NonAuthoritativeInfo]: "Non Authoritative Info",
  [STATUS_CODE.NoContent]: "No Content",
  [STATUS_CODE.ResetContent]: "Reset Content",
  [STATUS_CODE.PartialContent]: "Partial Content",
  [STATUS_CODE.MultiStatus]: "Multi Status",
  [STATUS_CODE.AlreadyReported]: "Already Reported",
  [STATUS_CODE.IMUsed]: "IM Used",
  [STATUS_CODE.MultipleChoices]: "Multiple Choices",
  [STATUS_CODE.MovedPermanently]: "Moved Permanently",
  [STATUS_CODE.Found]: "Found",
  [STATUS_CODE.SeeOther]: "See Other",
  [STATUS_CODE.NotModified]: "Not Modified",
  [STATUS_CODE.UseProxy]: "Use Proxy",
  [STATUS_CODE.TemporaryRedirect]: "Temporary Redirect",
  [STATUS_CODE.PermanentRedirect]: "Permanent Redirect",
  [STATUS_CODE.BadRequest]: "Bad Request",
  [STATUS_CODE.Unauthorized]: "Unauthorized",
  [STATUS_CODE.PaymentRequired]: "Payment Required",
  [STATUS_CODE.Forbidden]: "Forbidden",
  [STATUS_CODE.NotFound]: "Not Found",
  [STATUS_CODE.MethodNotAllowed]: "Method Not Allowed",
  [STATUS_CODE.NotAcceptable]: "Not Acceptable",
  [STATUS_CODE.ProxyAuthRequired]: "Proxy Auth Required",
  [STATUS_CODE.RequestTimeout]: "Request Timeout",
  [STATUS_CODE.Conflict]: "Conflict",
  [STATUS_CODE.Gone]: "Gone",
  [STATUS_CODE.LengthRequired]: "Length Required",
  [STATUS_CODE.PreconditionFailed]: "Precondition Failed",
  [STATUS_CODE.ContentTooLarge]: "Content Too Large",
  [STATUS_CODE.URITooLong]: "URI Too Long",
  [STATUS_CODE.UnsupportedMediaType]: "Unsupported Media Type",
  [STATUS_CODE.RangeNotSatisfiable]: "Range Not Satisfiable",
  [STATUS_CODE.ExpectationFailed]: "Expectation Failed",
  [STATUS_CODE.Teapot]: "I'm a teapot",
  [STATUS_CODE.MisdirectedRequest]: "Misdirected Request",
  [STATUS_CODE.UnprocessableEntity]: "Unprocessable Entity",
  [STATUS_CODE.Locked]: "Locked",
  [STATUS_CODE.FailedDependency]: "Failed Dependency",
  [STATUS_CODE.TooEarly]: "Too Early",
  [STATUS_CODE.UpgradeRequired]: "Upgrade Required",
  [STATUS_CODE.PreconditionRequired]: "Precondition Required",
  [STATUS_CODE.TooManyRequests]: "Too Many Requests",
  [STATUS_CODE.RequestHeaderFieldsTooLarge]: "Request Header Fields Too Large",
  [STATUS_CODE.UnavailableForLegalReasons]: "Unavailable For Legal Reasons",
  [STATUS_CODE.InternalServerError]: "Internal Server Error",
  [STATUS_CODE.NotImplemented]: "Not Implemented",
  [STATUS_CODE.BadGateway]: "Bad Gateway",
  [STATUS_CODE.ServiceUnavailable]: "Service Unavailable",
  [STATUS_CODE.GatewayTimeout]: "Gateway Timeout",
  [STATUS_CODE.HTTPVersionNotSupported]: "HTTP Version Not Supported",
  [STATUS_CODE.VariantAlsoNegotiates]: "Variant Also Negotiates",
  [STATUS_CODE.InsufficientStorage]: "Insufficient Storage",
  [STATUS_CODE.LoopDetected]: "Loop Detected",
  [STATUS_CODE.NotExtended]: "Not Extended",
  [STATUS_CODE.NetworkAuthenticationRequired]: "Network Authentication Required",
} as const;

/** The text of a registered HTTP status code. */
export type StatusText = typeof STATUS_TEXT[keyof typeof STATUS_TEXT];

/** Whether the number is a registered HTTP status code. */
export function isStatus(status: number): status is StatusCode {
  return Object.values(STATUS_CODE).includes(status as StatusCode);
}
