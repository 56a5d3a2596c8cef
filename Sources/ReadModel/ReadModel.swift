import Crypto
import EventStore
import GRDB
import JSON
import Translation
